import { handleUnknownPaths } from "#sandbox/auth.ts";
import { outagesAt } from "#sandbox/luma-outages.ts";
import { requestHeader, sendResponse, type Vendor } from "#sandbox/vendor.ts";

export const luma: Vendor = {
  id: "luma",
  down: () => ({
    status: 500,
    body: {
      path: "/outage/regionsWithoutService",
      message: "",
      error: "Internal Server Error",
      status: 500,
      timestamp: new Date().toISOString().replace("Z", "+00:00"),
    },
  }),
  mount: (app) => {
    handleUnknownPaths(app);
    app.addHook("preHandler", async (request, reply) => {
      if (requestHeader(request, "user-agent")?.includes("Mozilla/")) return;
      return sendResponse(reply, {
        status: 403,
        type: "text/html",
        body: "<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center></body></html>",
      });
    });
    app.get("/miluma-outage-api/outage/regionsWithoutService", async () => outagesAt(new Date()));
  },
};
