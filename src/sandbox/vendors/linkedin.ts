import type { FastifyRequest } from "fastify";
import { accessTokens } from "#sandbox/access-tokens.ts";
import { type Door, guard } from "#sandbox/guard.ts";
import { type Answer, bearerOf, bodyOf, send, type Vendor } from "#sandbox/vendor.ts";

const isTokenCall = (request: FastifyRequest): boolean => request.url.endsWith("/oauth/v2/accessToken");
const oauthError = (status: number, error: string, error_description: string): Answer => ({
  status,
  body: { error, error_description },
});

const door: Door = {
  credentials: (request) =>
    isTokenCall(request)
      ? [bodyOf(request, "client_id"), bodyOf(request, "client_secret")]
      : [bearerOf(request)],
  refuse: (request) =>
    isTokenCall(request)
      ? oauthError(401, "invalid_client", "Client authentication failed")
      : {
          status: 401,
          body: {
            status: 401,
            serviceErrorCode: 65_600,
            code: "INVALID_ACCESS_TOKEN",
            message: "Invalid access token",
          },
        },
  limit: () => ({
    status: 429,
    body: {
      status: 429,
      serviceErrorCode: 101,
      code: "TOO_MANY_REQUESTS",
      message: "Resource level throttle limit reached",
    },
  }),
};

export const linkedin: Vendor = {
  id: "linkedin",
  mount: (app) => {
    const tokens = accessTokens("AQsandbox");
    guard(app, door);
    app.post("/oauth/v2/accessToken", async (request, reply) => {
      if (bodyOf(request, "grant_type") !== "client_credentials")
        return send(reply, oauthError(400, "unsupported_grant_type", "The grant type is not supported"));
      // Most apps have no two-legged flow: the credentials are right all the same.
      if (bodyOf(request, "client_secret")?.includes("denied"))
        return send(
          reply,
          oauthError(403, "access_denied", "This application is not allowed to create application tokens"),
        );
      return { access_token: tokens.issue(), expires_in: 1800 };
    });
    app.get("/v2/userinfo", async () => ({
      sub: "sandbox",
      name: "Faro Sandbox",
      email: "sandbox@faro.example",
    }));
  },
};
