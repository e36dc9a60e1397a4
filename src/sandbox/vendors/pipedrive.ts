import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import {
  queryParam,
  requestBearerToken,
  requestHeader,
  type SimulatedResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const failure = (status: number, error: string): SimulatedResponse => ({
  status,
  body: { success: false, error, errorCode: status, error_info: "Please check developers.pipedrive.com" },
});

const auth: VendorAuth = {
  credentials: (request) => [
    requestHeader(request, "x-api-token") ?? requestBearerToken(request) ?? queryParam(request, "api_token"),
  ],
  unauthorized: () => failure(401, "unauthorized access"),
  rateLimited: () => ({
    ...failure(429, "request over limit"),
    headers: { "x-ratelimit-limit": "80", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" },
  }),
  notFound: () => failure(404, "Unknown method ."),
};

export const pipedrive: Vendor = {
  id: "pipedrive",
  mount: (app) => {
    requireCredentials(app, auth);
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
