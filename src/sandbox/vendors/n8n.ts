import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { pathParam, queryParam, requestHeader, type Vendor } from "#sandbox/vendor.ts";

const auth: VendorAuth = {
  credentials: (request) => [
    request.url.includes("/webhook/") ? pathParam(request, "path") : requestHeader(request, "x-n8n-api-key"),
  ],
  unauthorized: (_request, missing) => ({
    status: 401,
    body: { message: missing ? "'X-N8N-API-KEY' header required" : "unauthorized" },
  }),
  rateLimited: () => ({ status: 429, body: { message: "Too many requests" } }),
  notFound: () => ({ status: 404, body: { message: "not found" } }),
};

const workflow = (id: string, name: string, active: boolean) => ({
  id,
  name,
  active,
  createdAt: "2026-01-05T12:00:00.000Z",
  updatedAt: "2026-01-05T12:00:00.000Z",
  nodes: [],
  connections: {},
  settings: {},
  tags: [],
});
const workflows = [
  workflow("sbx1WelcomeLead", "Welcome a new lead", true),
  workflow("sbx2OutageAlert", "Tell customers about an outage", false),
];

export const n8n: Vendor = {
  id: "n8n",
  mount: (app) => {
    requireCredentials(app, auth);
    // A production webhook needs no key; it is registered while its workflow is active.
    app.post("/webhook/:path", async (request, reply) => {
      const path = pathParam(request, "path");
      if (!path.includes("off")) return { message: "Workflow was started" };
      return reply.code(404).send({
        code: 404,
        message: `The requested webhook "POST ${path}" is not registered.`,
        hint: "The workflow must be active for a production URL to run successfully.",
      });
    });
    app.get("/api/v1/workflows", async (request) => {
      const start = Number(queryParam(request, "cursor") ?? 0);
      const end = start + Number(queryParam(request, "limit") ?? 100);
      return {
        data: workflows.slice(start, end),
        nextCursor: end < workflows.length ? String(end) : null,
      };
    });
  },
};
