import type { FastifyRequest } from "fastify";
import type { VendorAuth } from "./auth.ts";
import { queryParam, requestBearerToken, requestHeader, type SimulatedResponse } from "./vendor.ts";

export const googleError = (
  code: number,
  status: string,
  message: string,
  details?: unknown[],
): SimulatedResponse => ({
  status: code,
  body: { error: { code, message, status, ...(details ? { details } : {}) } },
});

export const googleApiKey = (request: FastifyRequest): string | undefined =>
  requestHeader(request, "x-goog-api-key") ?? queryParam(request, "key");

/** Shared by the services that take an API key. Google reports a wrong key as an invalid argument. */
export const googleAuth = (service: string): VendorAuth => ({
  credentials: (request) => [googleApiKey(request) ?? requestBearerToken(request)],
  unauthorized: (_request, missing) =>
    missing
      ? googleError(
          403,
          "PERMISSION_DENIED",
          "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
        )
      : googleError(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "API_KEY_INVALID",
            domain: "googleapis.com",
            metadata: { service },
          },
        ]),
  rateLimited: () =>
    googleError(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).", [
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1s" },
    ]),
  notFound: () => googleError(404, "NOT_FOUND", "Requested entity was not found."),
});
