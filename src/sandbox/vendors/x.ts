import type { FastifyRequest } from "fastify";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import {
  authorizationCredential,
  requestBearerToken,
  type SimulatedResponse,
  sendResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const problem = (status: number, title: string, detail: string, type = "about:blank"): SimulatedResponse => ({
  status,
  type: "application/problem+json",
  body: { title, type, status, detail },
});

const accessToken = (request: FastifyRequest): string | undefined =>
  requestBearerToken(request) ?? authorizationCredential(request, "OAuth");

const auth: VendorAuth = {
  credentials: (request) => [accessToken(request)],
  unauthorized: () => problem(401, "Unauthorized", "Unauthorized"),
  rateLimited: () => ({
    ...problem(429, "Too Many Requests", "Too Many Requests"),
    headers: {
      "x-rate-limit-limit": "25",
      "x-rate-limit-remaining": "0",
      "x-rate-limit-reset": String(Math.ceil(Date.now() / 1000) + 1),
    },
  }),
  falseSuccess: () => ({
    status: 200,
    body: {
      errors: [
        {
          title: "Authorization Error",
          detail: "Sorry, you are not authorized to see this user.",
          type: "https://api.twitter.com/2/problems/not-authorized-for-resource",
        },
      ],
    },
  }),
  notFound: () => problem(404, "Not Found", "Not Found"),
};

export const x: Vendor = {
  id: "x",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/2/users/me", async (request, reply) =>
      accessToken(request)?.includes("apponly")
        ? sendResponse(
            reply,
            problem(
              403,
              "Unsupported Authentication",
              "Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].",
              "https://api.twitter.com/2/problems/unsupported-authentication",
            ),
          )
        : { data: { id: "1445501000000000001", name: "Faro Sandbox", username: "faro_sandbox" } },
    );
  },
};
