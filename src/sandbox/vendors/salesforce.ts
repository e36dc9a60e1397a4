import type { FastifyRequest } from "fastify";
import { createTokenIssuer } from "#sandbox/access-tokens.ts";
import { requireCredentials, sendUnauthorized, type VendorAuth } from "#sandbox/auth.ts";
import { bodyField, requestBearerToken, sendResponse, type Vendor, vendorUrl } from "#sandbox/vendor.ts";

const isTokenRequest = (request: FastifyRequest): boolean => request.url.endsWith("/services/oauth2/token");

const auth: VendorAuth = {
  credentials: (request) =>
    isTokenRequest(request)
      ? [bodyField(request, "client_id"), bodyField(request, "client_secret")]
      : [requestBearerToken(request)],
  unauthorized: (request) =>
    isTokenRequest(request)
      ? {
          status: 400,
          body: { error: "invalid_client", error_description: "invalid client credentials" },
        }
      : {
          status: 401,
          body: [{ message: "Session expired or invalid", errorCode: "INVALID_SESSION_ID" }],
        },
  rateLimited: () => ({
    status: 429,
    body: [{ message: "TotalRequests Limit exceeded.", errorCode: "REQUEST_LIMIT_EXCEEDED" }],
  }),
  notFound: () => ({
    status: 404,
    body: [{ message: "The requested resource does not exist", errorCode: "NOT_FOUND" }],
  }),
};

export const salesforce: Vendor = {
  id: "salesforce",
  mount: (app) => {
    const tokens = createTokenIssuer("00Dsb000000sand!");
    requireCredentials(app, auth);
    app.post("/services/oauth2/token", async (request, reply) => {
      const grant = bodyField(request, "grant_type");
      if (grant !== "client_credentials" && grant !== "refresh_token")
        return sendResponse(reply, {
          status: 400,
          body: { error: "unsupported_grant_type", error_description: "grant type not supported" },
        });
      return {
        access_token: tokens.issue(),
        instance_url: vendorUrl(request, "salesforce"),
        id: "https://login.salesforce.com/id/00Dsb000000sandEAA/005sb000000sandAAA",
        token_type: "Bearer",
        scope: "api",
        issued_at: String(Date.now()),
      };
    });
    app.register(async (scope) => {
      scope.addHook("preHandler", async (request, reply) => {
        if (!tokens.isValid(requestBearerToken(request) ?? "")) return sendUnauthorized(auth, request, reply);
      });
      scope.get("/services/data/:version/limits", async () => ({
        DailyApiRequests: { Max: 15_000, Remaining: 14_871 },
        DataStorageMB: { Max: 5, Remaining: 4 },
      }));
      scope.get("/services/oauth2/userinfo", async () => ({
        user_id: "005sb000000sandAAA",
        organization_id: "00Dsb000000sandEAA",
        preferred_username: "sandbox@faro.example",
        name: "Faro Sandbox",
        active: true,
      }));
    });
  },
};
