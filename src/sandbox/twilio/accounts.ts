import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { basicCredentials, pathParam, sendResponse } from "#sandbox/vendor.ts";
import { accountSid, listPage, resourceNotFound, twilioApiVersion, twilioError } from "./rest-api.ts";

const twilioAuth: VendorAuth = {
  // Not the account id: its 32 hexadecimal digits may contain a keyword by chance.
  credentials: (request) => [basicCredentials(request)?.password],
  unauthorized: () => twilioError(401, 20_003, "Authenticate"),
  rateLimited: () => twilioError(429, 20_429, "Too Many Requests"),
  falseSuccess: (request) =>
    /\/Accounts\/[^/]+\.json/.test(request.url)
      ? { status: 200, body: accountResource(accountSid(request), "suspended") }
      : undefined,
  notFound: resourceNotFound,
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

/** Numbers of the range that is reserved for fiction. */
const ownedNumbers = [
  { phone: "+17875550100", name: "(787) 555-0100", sid: "PN00000000000000000000000000000001" },
  { phone: "+19395550100", name: "(939) 555-0100", sid: "PN00000000000000000000000000000002" },
];
export const defaultNumber = "+17875550100";
/** Twilio's shared test number, and the number of its WhatsApp sandbox. */
const sharedNumbers = ["+15005550006", "+14155238886"];

export const ownsNumber = (context: SandboxContext, number: string): boolean =>
  [...ownedNumbers.map(({ phone }) => phone), ...sharedNumbers, ...context.settings.numbers].includes(number);

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

/** An account exists from its first request on. The token of its latest request signs its callbacks. */
export type TwilioAccounts = {
  tokenFor: (sid: string) => string;
  /** The account that receives messages from customers it never wrote to. */
  latestSid: () => string;
};

const initialAccount = "AC00000000000000000000000000000001";

export const mountAccounts = (app: FastifyInstance, context: SandboxContext): TwilioAccounts => {
  const tokens = new Map<string, string>();
  let latest = initialAccount;
  requireCredentials(app, twilioAuth);
  // An account sees only itself. The simulator lets an API key (SK…) see every account.
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
