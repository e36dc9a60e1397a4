import { handleUnknownPaths } from "#sandbox/auth.ts";
import type { Vendor } from "#sandbox/vendor.ts";
import { mountDialog360 } from "#sandbox/whatsapp/dialog360.ts";
import { mountMeta } from "#sandbox/whatsapp/meta.ts";
import { mountWati } from "#sandbox/whatsapp/wati.ts";

/** Three providers of the same network, each under its own path. */
export const whatsapp: Vendor = {
  id: "whatsapp",
  mount: (app, context) => {
    handleUnknownPaths(app);
    app.register(async (meta) => mountMeta(meta, context), { prefix: "/meta" });
    app.register(async (dialog360) => mountDialog360(dialog360, context), { prefix: "/360dialog" });
    app.register(async (wati) => mountWati(wati, context), { prefix: "/wati" });
  },
};
