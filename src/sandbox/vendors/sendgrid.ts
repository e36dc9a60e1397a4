import { requireCredentials, retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import { mountSendgridContacts } from "#sandbox/crm/sendgrid-contacts.ts";
import { mountMailSend, sendgridFailure } from "#sandbox/sendgrid/mail-send.ts";
import { createSuppressions } from "#sandbox/sendgrid/suppressions.ts";
import { requestBearerToken, type Vendor } from "#sandbox/vendor.ts";

const rateLimited = () => ({
  ...sendgridFailure(429, "too many requests"),
  headers: { "x-ratelimit-remaining": "0" },
});
const unauthorized = () =>
  sendgridFailure(401, "The provided authorization grant is invalid, expired, or revoked");

const auth: VendorAuth = {
  credentials: (request) => [requestBearerToken(request)],
  unauthorized: (_request, missing) =>
    missing ? sendgridFailure(401, "Permission denied, wrong credentials") : unauthorized(),
  rateLimited,
  // A valid key without any permission.
  falseSuccess: () => ({ status: 200, body: { scopes: [] } }),
  notFound: () => sendgridFailure(404, "not found"),
};

export const sendgrid: Vendor = {
  id: "sendgrid",
  interruptions: {
    unauthorized,
    "rate-limited": () => ({ ...rateLimited(), headers: { "retry-after": String(retryAfterSeconds) } }),
    "rate-limited-bare": rateLimited,
    "server-error": () => sendgridFailure(500, "Internal Server Error"),
    "false-success": () => ({ ...sendgridFailure(500, "Internal Server Error"), status: 200 }),
  },
  mount: (app, context) => {
    requireCredentials(app, auth);
    const suppressions = createSuppressions();
    mountMailSend(app, context, suppressions);
    mountSendgridContacts(app, context, suppressions);
    app.get("/v3/scopes", async () => ({
      scopes: [
        "mail.send",
        "marketing.read",
        "marketing.update",
        "asm.suppressions.global.create",
        "suppression.read",
        "user.profile.read",
      ],
    }));
  },
};
