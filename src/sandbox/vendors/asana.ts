import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { requestBearerToken, type SimulatedResponse, type Vendor } from "#sandbox/vendor.ts";

const failure = (status: number, message: string): SimulatedResponse => ({
  status,
  body: {
    errors: [
      {
        message,
        help: "For more information on API status codes and how to handle them, read the docs on errors: https://developers.asana.com/docs/errors",
      },
    ],
  },
});

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: () => failure(401, "Not Authorized"),
  rateLimited: () => failure(429, "You have made too many requests recently. Please, be chill."),
  notFound: () => failure(404, "No matching route for request"),
};

export const asana: Vendor = {
  id: "asana",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/api/1.0/users/me", async () => ({
      data: {
        gid: "1200000000000001",
        resource_type: "user",
        name: "Faro Sandbox",
        email: "sandbox@faro.example",
        workspaces: [{ gid: "1200000000000002", resource_type: "workspace", name: "Faro" }],
      },
    }));
  },
};
