import { type Door, guard } from "#sandbox/guard.ts";
import { type Answer, bearerOf, type Vendor } from "#sandbox/vendor.ts";

const failure = (status: number, message: string): Answer => ({
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

const door: Door = {
  credentials: (request) => [bearerOf(request)],
  refuse: () => failure(401, "Not Authorized"),
  limit: () => failure(429, "You have made too many requests recently. Please, be chill."),
  unknown: () => failure(404, "No matching route for request"),
};

export const asana: Vendor = {
  id: "asana",
  mount: (app) => {
    guard(app, door);
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
