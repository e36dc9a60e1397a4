import { type Door, guard } from "#sandbox/guard.ts";
import { type Answer, bearerOf, type Vendor } from "#sandbox/vendor.ts";

const failure = (status: number, message: string): Answer => ({
  status,
  body: { errors: [{ message, field: null, help: null }] },
});

const door: Door = {
  credentials: (request) => [bearerOf(request)],
  refuse: (_request, missing) =>
    missing
      ? failure(401, "Permission denied, wrong credentials")
      : failure(401, "The provided authorization grant is invalid, expired, or revoked"),
  limit: () => ({ ...failure(429, "too many requests"), headers: { "x-ratelimit-remaining": "0" } }),
  // A key that exists and may do nothing.
  lie: () => ({ status: 200, body: { scopes: [] } }),
  unknown: () => failure(404, "not found"),
};

export const sendgrid: Vendor = {
  id: "sendgrid",
  mount: (app) => {
    guard(app, door);
    app.get("/v3/scopes", async () => ({
      scopes: ["mail.send", "marketing.read", "marketing.update", "user.profile.read"],
    }));
  },
};
