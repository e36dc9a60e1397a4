import { randomUUID } from "node:crypto";
import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import { goHighLevelFailure, mountGoHighLevelContacts } from "#sandbox/crm/gohighlevel-contacts.ts";
import { pathParam, requestBearerToken, requestHeader, sendResponse, type Vendor } from "#sandbox/vendor.ts";

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: () => goHighLevelFailure(401, "Invalid Private Integration token", "Unauthorized"),
  rateLimited: () => goHighLevelFailure(429, "Too Many Requests"),
  notFound: () => goHighLevelFailure(404, "Not Found", "Not Found"),
};

export const gohighlevel: Vendor = {
  id: "gohighlevel",
  interruptions: {
    unauthorized: () => goHighLevelFailure(401, "Invalid Private Integration token", "Unauthorized"),
    "rate-limited": () => ({
      ...goHighLevelFailure(429, "Too Many Requests"),
      headers: { "retry-after": String(retryAfterSeconds) },
    }),
    "rate-limited-bare": () => goHighLevelFailure(429, "Too Many Requests"),
    "server-error": () => goHighLevelFailure(500, "Internal server error"),
    "false-success": () => ({ ...goHighLevelFailure(500, "Internal server error"), status: 200 }),
  },
  mount: (app, context) => {
    requireCredentials(app, auth);
    app.addHook("preHandler", async (request, reply) => {
      if (!requestHeader(request, "version"))
        return sendResponse(reply, goHighLevelFailure(401, "version header was not found."));
    });
    mountGoHighLevelContacts(app, context);
    app.get("/locations/:id", async (request, reply) => {
      const id = pathParam(request, "id");
      if (id.includes("bad"))
        return sendResponse(
          reply,
          goHighLevelFailure(403, "The token does not have access to this location.", "Forbidden"),
        );
      return {
        location: {
          id,
          name: "Faro Sandbox",
          email: "sandbox@faro.example",
          phone: "+17875550100",
          city: "San Juan",
          country: "PR",
          timezone: "America/Puerto_Rico",
        },
        traceId: randomUUID(),
      };
    });
  },
};
