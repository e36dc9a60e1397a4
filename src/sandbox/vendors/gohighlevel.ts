import { randomUUID } from "node:crypto";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import {
  pathParam,
  requestBearerToken,
  requestHeader,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const failure = (statusCode: number, message: string, error?: string): SimulatedResponse => ({
  status: statusCode,
  body: { statusCode, message, ...(error ? { error } : {}), traceId: randomUUID() },
});

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: () => failure(401, "Invalid Private Integration token", "Unauthorized"),
  rateLimited: () => failure(429, "Too Many Requests"),
  notFound: () => failure(404, "Not Found", "Not Found"),
};

export const gohighlevel: Vendor = {
  id: "gohighlevel",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/locations/:id", async (request, reply) => {
      if (!requestHeader(request, "version"))
        return sendResponse(reply, failure(401, "version header was not found."));
      const id = pathParam(request, "id");
      if (id.includes("bad"))
        return sendResponse(
          reply,
          failure(403, "The token does not have access to this location.", "Forbidden"),
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
