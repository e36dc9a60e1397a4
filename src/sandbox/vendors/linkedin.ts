import type { FastifyRequest } from "fastify";
import { createTokenIssuer } from "#sandbox/access-tokens.ts";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import {
  bodyField,
  requestBearerToken,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const isTokenRequest = (request: FastifyRequest): boolean => request.url.endsWith("/oauth/v2/accessToken");
const oauthError = (status: number, error: string, error_description: string): SimulatedResponse => ({
  status,
  body: { error, error_description },
});

const auth: VendorAuth = {
  credentials: (request) =>
    isTokenRequest(request)
      ? [bodyField(request, "client_id"), bodyField(request, "client_secret")]
      : [requestBearerToken(request)],
  unauthorized: (request) =>
    isTokenRequest(request)
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
  rateLimited: () => ({
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
    const tokens = createTokenIssuer("AQsandbox");
    requireCredentials(app, auth);
    app.post("/oauth/v2/accessToken", async (request, reply) => {
      if (bodyField(request, "grant_type") !== "client_credentials")
        return sendResponse(
          reply,
          oauthError(400, "unsupported_grant_type", "The grant type is not supported"),
        );
      // Most apps may not use this flow; the error still proves that the credentials are right.
      if (bodyField(request, "client_secret")?.includes("denied"))
        return sendResponse(
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
