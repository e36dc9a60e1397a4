import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import {
  pathParam,
  requestBearerToken,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const failure = (status: number, type: string, message: string): SimulatedResponse => ({
  status,
  body: { error: { type, message } },
});

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: () => failure(401, "AUTHENTICATION_REQUIRED", "Authentication required"),
  rateLimited: () =>
    failure(429, "RATE_LIMIT_REACHED", "Rate limit exceeded. Please try again in a few seconds."),
  notFound: () => ({ status: 404, body: { error: "NOT_FOUND" } }),
};

export const airtable: Vendor = {
  id: "airtable",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/v0/meta/whoami", async () => ({
      id: "usrSandbox0000001",
      scopes: ["data.records:read", "data.records:write", "schema.bases:read"],
    }));
    app.get("/v0/:base/:table", async (request, reply) => {
      if ([pathParam(request, "base"), pathParam(request, "table")].some((name) => name.includes("bad")))
        return sendResponse(
          reply,
          failure(
            403,
            "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND",
            "Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.",
          ),
        );
      return {
        records: [
          {
            id: "recSandbox0000001",
            createdTime: "2026-01-05T12:00:00.000Z",
            fields: { Name: "Ana Rivera" },
          },
        ],
      };
    });
  },
};
