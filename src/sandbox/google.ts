import type { FastifyRequest } from "fastify";
import type { Door } from "./guard.ts";
import { type Answer, bearerOf, headerOf, queryOf } from "./vendor.ts";

export const googleError = (code: number, status: string, message: string, details?: unknown[]): Answer => ({
  status: code,
  body: { error: { code, message, status, ...(details ? { details } : {}) } },
});

export const googleKeyOf = (request: FastifyRequest): string | undefined =>
  headerOf(request, "x-goog-api-key") ?? queryOf(request, "key");

/** The door of Google's services that take an API key. A wrong key is an invalid argument. */
export const googleDoor = (service: string): Door => ({
  credentials: (request) => [googleKeyOf(request) ?? bearerOf(request)],
  refuse: (_request, missing) =>
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
  limit: () =>
    googleError(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).", [
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1s" },
    ]),
  unknown: () => googleError(404, "NOT_FOUND", "Requested entity was not found."),
});
