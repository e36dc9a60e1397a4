import type { FastifyRequest } from "fastify";
import { createTokenIssuer } from "#sandbox/access-tokens.ts";
import { requireCredentials, sendUnauthorized, type VendorAuth } from "#sandbox/auth.ts";
import { authorizationCredential, bodyField, queryParam, type Vendor, vendorUrl } from "#sandbox/vendor.ts";

const isTokenRequest = (request: FastifyRequest): boolean => request.url.includes("/oauth/v2/token");
const requestParam = (request: FastifyRequest, name: string): string | undefined =>
  queryParam(request, name) ?? bodyField(request, name);
const accessToken = (request: FastifyRequest) => authorizationCredential(request, "Zoho-oauthtoken");

/** The error for the first wrong credential. Zoho reports it with status 200. */
const tokenError = (request: FastifyRequest): string => {
  const isInvalid = (name: string) => (requestParam(request, name) ?? "bad").includes("bad");
  if (isInvalid("client_id")) return "invalid_client";
  return isInvalid("client_secret") ? "invalid_client_secret" : "invalid_code";
};

const auth: VendorAuth = {
  credentials: (request) =>
    isTokenRequest(request)
      ? ["client_id", "client_secret", "refresh_token"].map((name) => requestParam(request, name))
      : [accessToken(request)],
  unauthorized: (request) =>
    isTokenRequest(request)
      ? { status: 200, body: { error: tokenError(request) } }
      : {
          status: 401,
          body: { code: "INVALID_TOKEN", details: {}, message: "invalid oauth token", status: "error" },
        },
  rateLimited: () => ({
    status: 429,
    body: { code: "TOO_MANY_REQUESTS", details: {}, message: "Too many requests.", status: "error" },
  }),
  notFound: () => ({
    status: 404,
    body: { code: "INVALID_URL_PATTERN", details: {}, message: "invalid url pattern", status: "error" },
  }),
};

export const zoho: Vendor = {
  id: "zoho",
  mount: (app) => {
    const tokens = createTokenIssuer("1000.sandbox");
    requireCredentials(app, auth);
    app.post("/oauth/v2/token", async (request) => ({
      access_token: tokens.issue(),
      scope: "ZohoCRM.modules.ALL ZohoCRM.users.READ ZohoCRM.org.READ",
      api_domain: vendorUrl(request, "zoho"),
      token_type: "Bearer",
      expires_in: 3600,
    }));
    app.register(async (scope) => {
      scope.addHook("preHandler", async (request, reply) => {
        if (!tokens.isValid(accessToken(request) ?? "")) return sendUnauthorized(auth, request, reply);
      });
      scope.get("/crm/v8/users", async () => ({
        users: [
          {
            id: "554023000000235011",
            full_name: "Faro Sandbox",
            email: "sandbox@faro.example",
            status: "active",
            profile: { name: "Administrator", id: "554023000000015972" },
          },
        ],
        info: { per_page: 200, count: 1, page: 1, more_records: false },
      }));
      scope.get("/crm/v8/org", async () => ({
        org: [{ id: "554023000000010000", company_name: "Faro Sandbox", currency: "US Dollar" }],
      }));
    });
  },
};
