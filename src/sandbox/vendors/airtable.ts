import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import { airtableFailure, mountAirtableRecords } from "#sandbox/crm/airtable-records.ts";
import { requestBearerToken, type Vendor } from "#sandbox/vendor.ts";

const unauthorized = () => airtableFailure(401, "AUTHENTICATION_REQUIRED", "Authentication required");
const rateLimited = () =>
  airtableFailure(429, "RATE_LIMIT_REACHED", "Rate limit exceeded. Please try again in a few seconds.");

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized,
  rateLimited,
  notFound: () => ({ status: 404, body: { error: "NOT_FOUND" } }),
};

export const airtable: Vendor = {
  id: "airtable",
  interruptions: {
    unauthorized,
    "rate-limited": () => ({ ...rateLimited(), headers: { "retry-after": String(retryAfterSeconds) } }),
    "rate-limited-bare": rateLimited,
    "server-error": () =>
      airtableFailure(500, "SERVER_ERROR", "Try again. If the problem persists, contact support."),
    "false-success": () => airtableFailure(200, "SERVER_ERROR", "Try again."),
  },
  mount: (app, context) => {
    requireCredentials(app, auth);
    app.get("/v0/meta/whoami", async () => ({
      id: "usrSandbox0000001",
      scopes: ["data.records:read", "data.records:write", "schema.bases:read", "webhook:manage"],
    }));
    mountAirtableRecords(app, context);
  },
};
