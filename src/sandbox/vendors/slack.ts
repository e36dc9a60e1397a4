import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { bodyField, pathParam, type SimulatedResponse, sendResponse, type Vendor } from "#sandbox/vendor.ts";

const plainText = (status: number, body: string): SimulatedResponse => ({ status, type: "text/plain", body });

const auth: VendorAuth = {
  credentials: (request) => [pathParam(request, "secret")],
  unauthorized: () => plainText(404, "no_service"),
  rateLimited: () => plainText(429, "rate_limited"),
  notFound: () => plainText(404, "no_service"),
};

export const slack: Vendor = {
  id: "slack",
  maskPath: (path) => path.replace(/^(\/services\/[^/?]*\/[^/?]*\/)[^?]+/, "$1***"),
  mount: (app) => {
    requireCredentials(app, auth);
    app.post("/services/:team/:hook/:secret", async (request, reply) => {
      if (typeof request.body !== "object" || request.body === null)
        return sendResponse(reply, plainText(400, "invalid_payload"));
      const hasBlocks = "blocks" in request.body || "attachments" in request.body;
      return sendResponse(
        reply,
        bodyField(request, "text") || hasBlocks ? plainText(200, "ok") : plainText(400, "no_text"),
      );
    });
  },
};
