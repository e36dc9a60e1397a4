import type { FastifyRequest } from "fastify";
import { type Door, guard } from "../guard.ts";
import { type Answer, basicOf, paramOf, queryOf, send, type Vendor } from "../vendor.ts";

const version = "2010-04-01";

const failure = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

const door: Door = {
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

const sidOf = (request: FastifyRequest): string => paramOf(request, "sid").replace(/\.json$/, "");

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

const listNumbers = (request: FastifyRequest) => {
  const sid = sidOf(request);
  const size = Math.max(1, Number(queryOf(request, "PageSize") ?? 50));
  const page = Number(queryOf(request, "Page") ?? 0);
  const owned = numbers.slice(page * size, (page + 1) * size);
  const uri = (at: number) =>
    `/${version}/Accounts/${sid}/IncomingPhoneNumbers.json?PageSize=${size}&Page=${at}`;
  return {
    incoming_phone_numbers: owned.map((number) => phoneNumber(sid, number)),
    page,
    page_size: size,
    start: page * size,
    end: page * size + owned.length - 1,
    uri: uri(page),
    first_page_uri: uri(0),
    previous_page_uri: page > 0 ? uri(page - 1) : null,
    next_page_uri: (page + 1) * size < numbers.length ? uri(page + 1) : null,
  };
};

export const twilio: Vendor = {
  id: "twilio",
  mount: (app) => {
    guard(app, door);
    // An account only sees itself; an API key (SK…) sees the account it belongs to.
    app.addHook("preHandler", async (request, reply) => {
      const user = basicOf(request)?.user ?? "";
      const sid = sidOf(request);
      if (sid && user !== sid && !user.startsWith("SK")) return send(reply, door.refuse(request, false));
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
    app.get(`${base}/:sid/IncomingPhoneNumbers.json`, async (request) => listNumbers(request));
  },
};
