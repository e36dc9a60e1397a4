import { randomUUID } from "node:crypto";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import {
  basicCredentials,
  requestBearerToken,
  type SimulatedResponse,
  type Vendor,
} from "#sandbox/vendor.ts";

const failure = (status: number, title: string, detail: string): SimulatedResponse => ({
  status,
  type: "application/problem+json; charset=utf-8",
  body: {
    type: "https://mailchimp.com/developer/marketing/docs/errors/",
    title,
    status,
    detail,
    instance: randomUUID(),
  },
});

const auth: VendorAuth = {
  credentials: (request) => [basicCredentials(request)?.password || requestBearerToken(request)],
  unauthorized: (_request, missing) =>
    missing
      ? failure(401, "API Key Missing", "Your request did not include an API key.")
      : failure(
          401,
          "API Key Invalid",
          "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
        ),
  rateLimited: () =>
    failure(429, "Too Many Requests", "You have exceeded the limit of 10 simultaneous connections."),
  notFound: () => failure(404, "Resource Not Found", "The requested resource could not be found."),
};

export const mailchimp: Vendor = {
  id: "mailchimp",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/3.0/ping", async () => ({ health_status: "Everything's Chimpy!" }));
  },
};
