import { answerUnknown } from "#sandbox/guard.ts";
import { outagesAt } from "#sandbox/luma-day.ts";
import { headerOf, send, type Vendor } from "#sandbox/vendor.ts";

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
    answerUnknown(app);
    app.addHook("preHandler", async (request, reply) => {
      if (headerOf(request, "user-agent")?.includes("Mozilla/")) return;
      return send(reply, {
        status: 403,
        type: "text/html",
        body: "<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center></body></html>",
      });
    });
    app.get("/miluma-outage-api/outage/regionsWithoutService", async () => outagesAt(new Date()));
  },
};
