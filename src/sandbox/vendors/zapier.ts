import { randomUUID } from "node:crypto";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { pathParam, type Vendor } from "#sandbox/vendor.ts";

const auth: VendorAuth = {
  credentials: (request) => [pathParam(request, "hook")],
  unauthorized: () => ({ status: 410, type: "text/plain", body: "please unsubscribe me!" }),
  rateLimited: () => ({ status: 429, body: { status: "error", message: "Too many requests" } }),
  falseSuccess: () => ({
    status: 200,
    body: { status: "error", message: "This hook could not be processed" },
  }),
};

export const zapier: Vendor = {
  id: "zapier",
  maskPath: (path) => path.replace(/^(\/hooks\/catch\/[^/?]*\/)[^/?]+/, "$1***"),
  mount: (app) => {
    requireCredentials(app, auth);
    // Zapier reports success even for a hook without a listener.
    const success = async () => ({
      attempt: randomUUID(),
      id: randomUUID(),
      request_id: randomUUID(),
      status: "success",
    });
    app.post("/hooks/catch/:account/:hook", success);
    app.post("/hooks/catch/:account/:hook/", success);
  },
};
