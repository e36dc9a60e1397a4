import { randomUUID } from "node:crypto";
import { type Door, guard } from "#sandbox/guard.ts";
import { paramOf, type Vendor } from "#sandbox/vendor.ts";

const door: Door = {
  credentials: (request) => [paramOf(request, "hook")],
  refuse: () => ({ status: 410, type: "text/plain", body: "please unsubscribe me!" }),
  limit: () => ({ status: 429, body: { status: "error", message: "Too many requests" } }),
  lie: () => ({ status: 200, body: { status: "error", message: "This hook could not be processed" } }),
};

export const zapier: Vendor = {
  id: "zapier",
  maskPath: (path) => path.replace(/^(\/hooks\/catch\/[^/?]*\/)[^/?]+/, "$1***"),
  mount: (app) => {
    guard(app, door);
    // Success is all it ever says, even when nobody listens to the hook.
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
