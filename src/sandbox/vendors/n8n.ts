import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { queryParam, requestHeader, type Vendor } from "#sandbox/vendor.ts";

const auth: VendorAuth = {
  credentials: (request) => [requestHeader(request, "x-n8n-api-key")],
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
