import { guard } from "#sandbox/guard.ts";
import { graphDoor } from "#sandbox/meta.ts";
import { queryOf, type Vendor } from "#sandbox/vendor.ts";

export const facebook: Vendor = {
  id: "facebook",
  mount: (app) => {
    guard(app, graphDoor);
    app.get("/:version/me", async () => ({ id: "104455010000001", name: "Faro Sandbox Page" }));
    app.get("/:version/debug_token", async (request) => {
      const valid = !(queryOf(request, "input_token") ?? "bad").includes("bad");
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
