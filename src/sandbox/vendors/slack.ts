import { type Door, guard } from "#sandbox/guard.ts";
import { type Answer, bodyOf, paramOf, send, type Vendor } from "#sandbox/vendor.ts";

const plain = (status: number, body: string): Answer => ({ status, type: "text/plain", body });

const door: Door = {
  credentials: (request) => [paramOf(request, "secret")],
  refuse: () => plain(404, "no_service"),
  limit: () => plain(429, "rate_limited"),
  unknown: () => plain(404, "no_service"),
};

export const slack: Vendor = {
  id: "slack",
  maskPath: (path) => path.replace(/^(\/services\/[^/?]*\/[^/?]*\/)[^?]+/, "$1***"),
  mount: (app) => {
    guard(app, door);
    app.post("/services/:team/:hook/:secret", async (request, reply) => {
      if (typeof request.body !== "object" || request.body === null)
        return send(reply, plain(400, "invalid_payload"));
      const hasBlocks = "blocks" in request.body || "attachments" in request.body;
      return send(reply, bodyOf(request, "text") || hasBlocks ? plain(200, "ok") : plain(400, "no_text"));
    });
  },
};
