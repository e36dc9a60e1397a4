import { type Door, guard } from "#sandbox/guard.ts";
import { type Answer, bearerOf, headerOf, queryOf, type Vendor } from "#sandbox/vendor.ts";

const failure = (status: number, error: string): Answer => ({
  status,
  body: { success: false, error, errorCode: status, error_info: "Please check developers.pipedrive.com" },
});

const door: Door = {
  credentials: (request) => [
    headerOf(request, "x-api-token") ?? bearerOf(request) ?? queryOf(request, "api_token"),
  ],
  refuse: () => failure(401, "unauthorized access"),
  limit: () => ({
    ...failure(429, "request over limit"),
    headers: { "x-ratelimit-limit": "80", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" },
  }),
  unknown: () => failure(404, "Unknown method ."),
};

export const pipedrive: Vendor = {
  id: "pipedrive",
  mount: (app) => {
    guard(app, door);
    app.get("/v1/users/me", async () => ({
      success: true,
      data: {
        id: 1_020_304,
        name: "Faro Sandbox",
        email: "sandbox@faro.example",
        active_flag: true,
        company_id: 5_060_708,
        company_name: "Faro Sandbox",
        company_domain: "faro-sandbox",
        default_currency: "USD",
      },
    }));
  },
};
