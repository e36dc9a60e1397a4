import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import { mountPersonFields, mountPersons, pipedriveFailure } from "#sandbox/crm/pipedrive-persons.ts";
import { queryParam, requestBearerToken, requestHeader, type Vendor } from "#sandbox/vendor.ts";

const rateLimited = () => ({
  ...pipedriveFailure(429, "request over limit"),
  headers: { "x-ratelimit-limit": "80", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" },
});

const auth: VendorAuth = {
  credentials: (request) => [
    requestHeader(request, "x-api-token") ?? requestBearerToken(request) ?? queryParam(request, "api_token"),
  ],
  unauthorized: () => pipedriveFailure(401, "unauthorized access"),
  rateLimited,
  notFound: () => pipedriveFailure(404, "Unknown method ."),
};

export const pipedrive: Vendor = {
  id: "pipedrive",
  interruptions: {
    unauthorized: () => pipedriveFailure(401, "unauthorized access"),
    "rate-limited": () => ({
      ...rateLimited(),
      headers: { ...rateLimited().headers, "retry-after": String(retryAfterSeconds) },
    }),
    "rate-limited-bare": rateLimited,
    "server-error": () => pipedriveFailure(500, "Internal server error"),
    "false-success": () => ({ ...pipedriveFailure(500, "Internal server error"), status: 200 }),
  },
  mount: (app, context) => {
    requireCredentials(app, auth);
    app.get("/v1/users/me", async () => ({
      success: true,
      data: {
        id: 1_020_304,
        name: "Faro Sandbox",
        email: "sandbox@faro.example",
        active_flag: true,
        company_id: Number(context.settings.accounts.pipedrive ?? 5_060_708),
        company_name: "Faro Sandbox",
        company_domain: "faro-sandbox",
        default_currency: "USD",
      },
    }));
    const fields = mountPersonFields(app);
    mountPersons(app, fields, context);
  },
};
