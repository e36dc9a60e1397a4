import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { VendorAuth } from "./auth.ts";
import { queryParam, requestBearerToken, type SimulatedResponse } from "./vendor.ts";

export const graphError = (
  status: number,
  code: number,
  message: string,
  type = "OAuthException",
): SimulatedResponse => ({
  status,
  body: {
    error: { message, type, code, fbtrace_id: `A${randomBytes(12).toString("base64url")}` },
  },
});

export const graphToken = (request: FastifyRequest): string | undefined =>
  requestBearerToken(request) ?? queryParam(request, "access_token");

/** Shared by Facebook and WhatsApp. */
export const graphAuth: VendorAuth = {
  credentials: (request) => [graphToken(request)],
  unauthorized: (_request, missing) =>
    graphError(
      401,
      190,
      missing
        ? "An access token is required to request this resource."
        : "Invalid OAuth access token - Cannot parse access token",
    ),
  rateLimited: () => graphError(429, 4, "(#4) Application request limit reached"),
  notFound: () =>
    graphError(
      400,
      100,
      "Unsupported request. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api",
      "GraphMethodException",
    ),
};
