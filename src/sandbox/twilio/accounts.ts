import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { basicCredentials, pathParam, sendResponse } from "#sandbox/vendor.ts";
import { accountSid, listPage, twilioApiVersion, twilioError } from "./rest-api.ts";

export const twilioAuth: VendorAuth = {
  // The account's id is 32 hexadecimal digits, in which any word may turn up by chance.
  credentials: (request) => [basicCredentials(request)?.password],
  unauthorized: () => twilioError(401, 20_003, "Authenticate"),
  rateLimited: () => twilioError(429, 20_429, "Too Many Requests"),
  falseSuccess: (request) =>
    /\/Accounts\/[^/]+\.json/.test(request.url)
      ? { status: 200, body: accountResource(accountSid(request), "suspended") }
      : undefined,
  notFound: (request) =>
    twilioError(404, 20_404, `The requested resource ${request.url.slice("/twilio".length)} was not found`),
};

const accountResource = (sid: string, status: "active" | "suspended") => ({
  sid,
  friendly_name: "Faro Sandbox",
  status,
  type: "Full",
  owner_account_sid: sid,
  date_created: "Mon, 05 Jan 2026 12:00:00 +0000",
  date_updated: "Mon, 05 Jan 2026 12:00:00 +0000",
  uri: `/${twilioApiVersion}/Accounts/${sid}.json`,
});

/** The account owns these two, of the range that is kept free for fiction. */
const ownedNumbers = [
  { phone: "+17875550100", name: "(787) 555-0100", sid: "PN00000000000000000000000000000001" },
  { phone: "+19395550100", name: "(939) 555-0100", sid: "PN00000000000000000000000000000002" },
];
export const defaultNumber = "+17875550100";
/** The number that Twilio itself lends for tests, and the one of its WhatsApp sandbox. */
const twilioTestNumbers = ["+15005550006", "+14155238886"];

export const ownsNumber = (context: SandboxContext, number: string): boolean =>
  [...ownedNumbers.map(({ phone }) => phone), ...twilioTestNumbers, ...context.settings.numbers].includes(
    number,
  );

const phoneNumberResource = (account_sid: string, { phone, name, sid }: (typeof ownedNumbers)[number]) => ({
  sid,
  account_sid,
  phone_number: phone,
  friendly_name: name,
  capabilities: { voice: true, sms: true, mms: true, fax: false },
  sms_url: "",
  voice_url: "",
  status: "in-use",
  beta: false,
  origin: "twilio",
  date_created: "Mon, 05 Jan 2026 12:00:00 +0000",
  date_updated: "Mon, 05 Jan 2026 12:00:00 +0000",
  uri: `/${twilioApiVersion}/Accounts/${account_sid}/IncomingPhoneNumbers/${sid}.json`,
});

/** Accounts are known by having signed in; what they signed in with signs their callbacks. */
export type TwilioAccounts = {
  tokenFor: (sid: string) => string;
  /** Whose customers write to a number that has sent nothing yet. */
  latestSid: () => string;
};

const sampleAccount = "AC00000000000000000000000000000001";

export const mountAccounts = (app: FastifyInstance, context: SandboxContext): TwilioAccounts => {
  const tokens = new Map<string, string>();
  let latest = sampleAccount;
  requireCredentials(app, twilioAuth);
  // An account only sees itself; an API key (SK…) sees the account it belongs to.
  app.addHook("preHandler", async (request: FastifyRequest, reply) => {
    const { user = "", password = "" } = basicCredentials(request) ?? {};
    const sid = accountSid(request);
    if (sid && user !== sid && !user.startsWith("SK"))
      return sendResponse(reply, twilioAuth.unauthorized(request, false));
    if (!user.startsWith("AC")) return;
    tokens.set(user, password);
    latest = user;
  });
  const base = `/${twilioApiVersion}/Accounts`;
  app.get(`${base}/:sid`, async (request, reply) =>
    pathParam(request, "sid").endsWith(".json")
      ? accountResource(accountSid(request), "active")
      : sendResponse(reply, twilioError(404, 20_404, "The requested resource was not found")),
  );
  app.get(`${base}/:sid/Balance.json`, async (request) => ({
    account_sid: accountSid(request),
    balance: "48.2715",
    currency: "USD",
  }));
  app.get(`${base}/:sid/IncomingPhoneNumbers.json`, async (request) =>
    listPage(request, "incoming_phone_numbers", ownedNumbers, (number) =>
      phoneNumberResource(accountSid(request), number),
    ),
  );
  return {
    tokenFor: (sid) => tokens.get(sid) ?? context.settings.secrets.twilio ?? "sandbox",
    latestSid: () => latest,
  };
};
