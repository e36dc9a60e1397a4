import { requireCredentials } from "#sandbox/auth.ts";
import { graphAuth } from "#sandbox/graph-api.ts";
import { queryParam, type Vendor } from "#sandbox/vendor.ts";

export const facebook: Vendor = {
  id: "facebook",
  mount: (app) => {
    requireCredentials(app, graphAuth);
    app.get("/:version/me", async () => ({ id: "104455010000001", name: "Faro Sandbox Page" }));
    app.get("/:version/debug_token", async (request) => {
      const valid = !(queryParam(request, "input_token") ?? "bad").includes("bad");
      return {
        data: {
          app_id: "104455010000002",
          type: "PAGE",
          application: "Faro",
          is_valid: valid,
          scopes: valid ? ["pages_show_list", "pages_manage_metadata", "leads_retrieval"] : [],
          ...(valid ? {} : { error: { code: 190, message: "Invalid OAuth access token." } }),
        },
      };
    });
  },
};
