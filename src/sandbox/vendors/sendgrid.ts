import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { requestBearerToken, type SimulatedResponse, type Vendor } from "#sandbox/vendor.ts";

const failure = (status: number, message: string): SimulatedResponse => ({
  status,
  body: { errors: [{ message, field: null, help: null }] },
});

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: (_request, missing) =>
    missing
      ? failure(401, "Permission denied, wrong credentials")
      : failure(401, "The provided authorization grant is invalid, expired, or revoked"),
  rateLimited: () => ({ ...failure(429, "too many requests"), headers: { "x-ratelimit-remaining": "0" } }),
  // A valid key without any permission.
  falseSuccess: () => ({ status: 200, body: { scopes: [] } }),
  notFound: () => failure(404, "not found"),
};

export const sendgrid: Vendor = {
  id: "sendgrid",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/v3/scopes", async () => ({
      scopes: ["mail.send", "marketing.read", "marketing.update", "user.profile.read"],
    }));
  },
};
