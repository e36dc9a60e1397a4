import { randomUUID } from "node:crypto";
import { type Door, guard } from "#sandbox/guard.ts";
import { type Answer, bearerOf, headerOf, paramOf, send, type Vendor } from "#sandbox/vendor.ts";

const failure = (statusCode: number, message: string, error?: string): Answer => ({
  status: statusCode,
  body: { statusCode, message, ...(error ? { error } : {}), traceId: randomUUID() },
});

const door: Door = {
  credentials: (request) => [bearerOf(request)],
  refuse: () => failure(401, "Invalid Private Integration token", "Unauthorized"),
  limit: () => failure(429, "Too Many Requests"),
  unknown: () => failure(404, "Not Found", "Not Found"),
};

export const gohighlevel: Vendor = {
  id: "gohighlevel",
  mount: (app) => {
    guard(app, door);
    app.get("/locations/:id", async (request, reply) => {
      if (!headerOf(request, "version")) return send(reply, failure(401, "version header was not found."));
      const id = paramOf(request, "id");
      if (id.includes("bad"))
        return send(reply, failure(403, "The token does not have access to this location.", "Forbidden"));
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
