import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Door } from "./guard.ts";
import { type Answer, bearerOf, queryOf } from "./vendor.ts";

export const graphError = (
  status: number,
  code: number,
  message: string,
  type = "OAuthException",
): Answer => ({
  status,
  body: {
    error: { message, type, code, fbtrace_id: `A${randomBytes(12).toString("base64url")}` },
  },
});

export const graphTokenOf = (request: FastifyRequest): string | undefined =>
  bearerOf(request) ?? queryOf(request, "access_token");

/** The door of the Graph API, which Facebook and WhatsApp share. */
export const graphDoor: Door = {
  credentials: (request) => [graphTokenOf(request)],
  refuse: (_request, missing) =>
    graphError(
      401,
      190,
      missing
        ? "An access token is required to request this resource."
        : "Invalid OAuth access token - Cannot parse access token",
    ),
  limit: () => graphError(429, 4, "(#4) Application request limit reached"),
  unknown: () =>
    graphError(
      400,
      100,
      "Unsupported request. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api",
      "GraphMethodException",
    ),
};
