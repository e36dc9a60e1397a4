import type { FastifyRequest } from "fastify";
import { accessTokens } from "#sandbox/access-tokens.ts";
import { type Door, guard, turnAway } from "#sandbox/guard.ts";
import { bodyOf, ownBase, queryOf, schemeOf, type Vendor } from "#sandbox/vendor.ts";

const isTokenCall = (request: FastifyRequest): boolean => request.url.includes("/oauth/v2/token");
const given = (request: FastifyRequest, name: string): string | undefined =>
  queryOf(request, name) ?? bodyOf(request, name);
const accessTokenOf = (request: FastifyRequest) => schemeOf(request, "Zoho-oauthtoken");

/** Which of its credentials a request for a token fails on; all of these come with status 200. */
const tokenErrorOf = (request: FastifyRequest): string => {
  const isWrong = (name: string) => (given(request, name) ?? "bad").includes("bad");
  if (isWrong("client_id")) return "invalid_client";
  return isWrong("client_secret") ? "invalid_client_secret" : "invalid_code";
};

const door: Door = {
  credentials: (request) =>
    isTokenCall(request)
      ? ["client_id", "client_secret", "refresh_token"].map((name) => given(request, name))
      : [accessTokenOf(request)],
  refuse: (request) =>
    isTokenCall(request)
      ? { status: 200, body: { error: tokenErrorOf(request) } }
      : {
          status: 401,
          body: { code: "INVALID_TOKEN", details: {}, message: "invalid oauth token", status: "error" },
        },
  limit: () => ({
    status: 429,
    body: { code: "TOO_MANY_REQUESTS", details: {}, message: "Too many requests.", status: "error" },
  }),
  unknown: () => ({
    status: 404,
    body: { code: "INVALID_URL_PATTERN", details: {}, message: "invalid url pattern", status: "error" },
  }),
};

export const zoho: Vendor = {
  id: "zoho",
  mount: (app) => {
    const tokens = accessTokens("1000.sandbox");
    guard(app, door);
    app.post("/oauth/v2/token", async (request) => ({
      access_token: tokens.issue(),
      scope: "ZohoCRM.modules.ALL ZohoCRM.users.READ ZohoCRM.org.READ",
      api_domain: ownBase(request, "zoho"),
      token_type: "Bearer",
      expires_in: 3600,
    }));
    app.register(async (scope) => {
      scope.addHook("preHandler", async (request, reply) => {
        if (!tokens.knows(accessTokenOf(request) ?? "")) return turnAway(door, request, reply);
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
