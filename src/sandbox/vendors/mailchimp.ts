import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import { mailchimpFailure, mountMailchimpMembers } from "#sandbox/crm/mailchimp-members.ts";
import { basicCredentials, pathParam, requestBearerToken, type Vendor } from "#sandbox/vendor.ts";

const rateLimited = () =>
  mailchimpFailure(429, "Too Many Requests", "You have exceeded the limit of 10 simultaneous connections.");
const internalError = () =>
  mailchimpFailure(500, "Internal Server Error", "An unexpected internal error has occurred.");

const auth: VendorAuth = {
  credentials: (request) => [basicCredentials(request)?.password || requestBearerToken(request)],
  unauthorized: (_request, missing) =>
    missing
      ? mailchimpFailure(401, "API Key Missing", "Your request did not include an API key.")
      : mailchimpFailure(
          401,
          "API Key Invalid",
          "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
        ),
  rateLimited,
  notFound: () => mailchimpFailure(404, "Resource Not Found", "The requested resource could not be found."),
};

export const mailchimp: Vendor = {
  id: "mailchimp",
  interruptions: {
    unauthorized: () => mailchimpFailure(401, "API Key Invalid", "Your API key may be invalid."),
    "rate-limited": () => ({ ...rateLimited(), headers: { "retry-after": String(retryAfterSeconds) } }),
    "rate-limited-bare": rateLimited,
    "server-error": internalError,
    "false-success": () => ({ ...internalError(), status: 200 }),
  },
  mount: (app, context) => {
    requireCredentials(app, auth);
    mountMailchimpMembers(app, context);
    app.get("/3.0/", async () => ({
      account_id: context.settings.accounts.mailchimp ?? "8d3a3db4d97663a9074efcc16",
      account_name: "Faro Sandbox",
    }));
    app.get("/3.0/lists/:list", async (request) => ({
      id: pathParam(request, "list"),
      web_id: 1,
      name: "Customers",
    }));
    app.get("/3.0/ping", async () => ({ health_status: "Everything's Chimpy!" }));
  },
};
