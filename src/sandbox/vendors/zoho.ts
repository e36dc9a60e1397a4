import type { FastifyRequest } from "fastify";
import { createTokenIssuer } from "#sandbox/access-tokens.ts";
import { requireCredentials, retryAfterSeconds, sendUnauthorized, type VendorAuth } from "#sandbox/auth.ts";
import { mountZohoContacts, zohoFailure } from "#sandbox/crm/zoho-contacts.ts";
import { createOAuthServer } from "#sandbox/oauth.ts";
import { authorizationCredential, bodyField, queryParam, type Vendor, vendorUrl } from "#sandbox/vendor.ts";

const isTokenRequest = (request: FastifyRequest): boolean => request.url.includes("/oauth/v2/token");
const isAuthorizePage = (request: FastifyRequest): boolean => request.url.includes("/oauth/v2/auth");
const requestParam = (request: FastifyRequest, name: string): string | undefined =>
  queryParam(request, name) ?? bodyField(request, name);
const accessToken = (request: FastifyRequest) => authorizationCredential(request, "Zoho-oauthtoken");

/** The error for the first wrong credential. Zoho reports it with status 200. */
const tokenError = (request: FastifyRequest): string => {
  const isInvalid = (name: string) => (requestParam(request, name) ?? "bad").includes("bad");
  if (isInvalid("client_id")) return "invalid_client";
  return isInvalid("client_secret") ? "invalid_client_secret" : "invalid_code";
};

const invalidToken = () => zohoFailure(401, "INVALID_TOKEN", "invalid oauth token");
const rateLimited = () => zohoFailure(429, "TOO_MANY_REQUESTS", "Too many requests.");

const auth: VendorAuth = {
  credentials: (request) => {
    if (isAuthorizePage(request)) return ["page"];
    const grant = requestParam(request, "grant_type") === "authorization_code" ? "code" : "refresh_token";
    return isTokenRequest(request)
      ? ["client_id", "client_secret", grant].map((name) => requestParam(request, name))
      : [accessToken(request)];
  },
  unauthorized: (request) =>
    isTokenRequest(request) ? { status: 200, body: { error: tokenError(request) } } : invalidToken(),
  rateLimited,
  notFound: () => zohoFailure(404, "INVALID_URL_PATTERN", "invalid url pattern"),
};

export const zoho: Vendor = {
  id: "zoho",
  interruptions: {
    unauthorized: invalidToken,
    "rate-limited": () => ({ ...rateLimited(), headers: { "retry-after": String(retryAfterSeconds) } }),
    "rate-limited-bare": rateLimited,
    "server-error": () => zohoFailure(500, "INTERNAL_ERROR", "Internal Server Error"),
    "false-success": () => zohoFailure(200, "INTERNAL_ERROR", "Internal Server Error"),
  },
  mount: (app, context) => {
    const tokens = createTokenIssuer("1000.sandbox");
    const oauth = createOAuthServer(context, "Zoho CRM", tokens.issue);
    requireCredentials(app, auth);
    app.get("/oauth/v2/auth", { config: { isBrowserPage: true } }, (request, reply) =>
      oauth.authorize(request, reply),
    );
    app.post("/oauth/v2/token", async (request) => {
      const refreshToken = requestParam(request, "refresh_token") ?? "";
      const isSelfClient = refreshToken !== "" && !oauth.isIssued(refreshToken);
      const answer = isSelfClient ? undefined : oauth.token(request);
      // Zoho refuses with status 200.
      if (answer && !answer.ok)
        return { error: answer.error === "invalid_grant" ? "invalid_code" : answer.error };
      return {
        access_token: tokens.issue(),
        ...answer?.tokens,
        scope: "ZohoCRM.modules.ALL ZohoCRM.users.READ ZohoCRM.org.READ",
        api_domain: vendorUrl(request, "zoho"),
        token_type: "Bearer",
        expires_in: answer?.tokens.expires_in ?? 3600,
      };
    });
    app.register(async (scope) => {
      scope.addHook("preHandler", async (request, reply) => {
        const token = accessToken(request) ?? "";
        if (!tokens.isValid(token) || oauth.isRefused(token)) return sendUnauthorized(auth, request, reply);
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
      mountZohoContacts(scope, context);
      scope.get("/crm/v8/org", async () => ({
        org: [
          {
            id: context.settings.accounts.zoho ?? "554023000000010000",
            company_name: "Faro Sandbox",
            currency: "US Dollar",
          },
        ],
      }));
    });
  },
};
