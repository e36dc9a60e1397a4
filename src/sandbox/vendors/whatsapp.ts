import { handleUnknownPaths } from "#sandbox/auth.ts";
import type { Vendor } from "#sandbox/vendor.ts";
import { mountDialog360 } from "#sandbox/whatsapp/dialog360.ts";
import { mountMeta } from "#sandbox/whatsapp/meta.ts";
import { mountWati } from "#sandbox/whatsapp/wati.ts";

/** Three ways to the same network, each under a path of its own: meta, 360dialog, wati. */
export const whatsapp: Vendor = {
  id: "whatsapp",
  mount: (app, context) => {
    handleUnknownPaths(app);
    app.register(async (meta) => mountMeta(meta, context), { prefix: "/meta" });
    app.register(async (dialog360) => mountDialog360(dialog360, context), { prefix: "/360dialog" });
    app.register(async (wati) => mountWati(wati, context), { prefix: "/wati" });
  },
};
