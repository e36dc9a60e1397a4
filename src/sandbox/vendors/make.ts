import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { pathParam, type Vendor } from "#sandbox/vendor.ts";

const auth: VendorAuth = {
  credentials: (request) => [pathParam(request, "hook")],
  unauthorized: () => ({ status: 410, type: "text/plain", body: "Gone" }),
  rateLimited: () => ({ status: 429, type: "text/plain", body: "Too many requests" }),
  falseSuccess: () => ({ status: 200, type: "text/plain", body: "Scenario failed to initialize." }),
};

/** Hooks whose id contains `full` have a full queue; those with `off` have no scenario. */
export const make: Vendor = {
  id: "make",
  maskPath: (path) => path.replace(/^\/[^/?]+/, "/***"),
  mount: (app) => {
    requireCredentials(app, auth);
    app.post("/:hook", async (request, reply) => {
      const hook = pathParam(request, "hook");
      reply.type("text/plain");
      if (hook.includes("full")) return reply.code(400).send("Queue is full.");
      if (hook.includes("off"))
        return reply.code(404).send("There is no scenario listening for this webhook.");
      return "Accepted";
    });
  },
};
