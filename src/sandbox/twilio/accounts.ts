import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Door, guard } from "#sandbox/guard.ts";
import { basicOf, paramOf, send } from "#sandbox/vendor.ts";
import type { World } from "#sandbox/world.ts";
import { failure, pageOf, sidOf, version } from "./resource.ts";

export const door: Door = {
  // The account's id is 32 hexadecimal digits, in which any word may turn up by chance.
  credentials: (request) => [basicOf(request)?.password],
  refuse: () => failure(401, 20_003, "Authenticate"),
  limit: () => failure(429, 20_429, "Too Many Requests"),
  lie: (request) =>
    /\/Accounts\/[^/]+\.json/.test(request.url)
      ? { status: 200, body: account(sidOf(request), "suspended") }
      : undefined,
  unknown: (request) =>
    failure(404, 20_404, `The requested resource ${request.url.slice("/twilio".length)} was not found`),
};

const account = (sid: string, status: "active" | "suspended") => ({
  sid,
  friendly_name: "Faro Sandbox",
  status,
  type: "Full",
  owner_account_sid: sid,
  date_created: "Mon, 05 Jan 2026 12:00:00 +0000",
  date_updated: "Mon, 05 Jan 2026 12:00:00 +0000",
  uri: `/${version}/Accounts/${sid}.json`,
});

/** The account owns these two, of the range that is kept free for fiction. */
const numbers = [
  { phone: "+17875550100", name: "(787) 555-0100", sid: "PN00000000000000000000000000000001" },
  { phone: "+19395550100", name: "(939) 555-0100", sid: "PN00000000000000000000000000000002" },
];
export const firstNumber = "+17875550100";
/** The number that Twilio itself lends for tests, and the one of its WhatsApp sandbox. */
const lent = ["+15005550006", "+14155238886"];

export const owns = (world: World, number: string): boolean =>
  [...numbers.map(({ phone }) => phone), ...lent, ...world.settings.numbers].includes(number);

const phoneNumber = (account_sid: string, { phone, name, sid }: (typeof numbers)[number]) => ({
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
  uri: `/${version}/Accounts/${account_sid}/IncomingPhoneNumbers/${sid}.json`,
});

/** Accounts are known by having signed in; what they signed in with signs their callbacks. */
export type Accounts = {
  tokenOf: (sid: string) => string;
  /** Whose customers write to a number that has sent nothing yet. */
  latest: () => string;
};

const sampleAccount = "AC00000000000000000000000000000001";

export const mountAccounts = (app: FastifyInstance, world: World): Accounts => {
  const tokens = new Map<string, string>();
  let latest = sampleAccount;
  guard(app, door);
  // An account only sees itself; an API key (SK…) sees the account it belongs to.
  app.addHook("preHandler", async (request: FastifyRequest, reply) => {
    const { user = "", password = "" } = basicOf(request) ?? {};
    const sid = sidOf(request);
    if (sid && user !== sid && !user.startsWith("SK")) return send(reply, door.refuse(request, false));
    if (!user.startsWith("AC")) return;
    tokens.set(user, password);
    latest = user;
  });
  const base = `/${version}/Accounts`;
  app.get(`${base}/:sid`, async (request, reply) =>
    paramOf(request, "sid").endsWith(".json")
      ? account(sidOf(request), "active")
      : send(reply, failure(404, 20_404, "The requested resource was not found")),
  );
  app.get(`${base}/:sid/Balance.json`, async (request) => ({
    account_sid: sidOf(request),
    balance: "48.2715",
    currency: "USD",
  }));
  app.get(`${base}/:sid/IncomingPhoneNumbers.json`, async (request) =>
    pageOf(request, "incoming_phone_numbers", numbers, (number) => phoneNumber(sidOf(request), number)),
  );
  return {
    tokenOf: (sid) => tokens.get(sid) ?? world.settings.secrets.twilio ?? "sandbox",
    latest: () => latest,
  };
};
