import * as z from "zod";
import {
  type Context,
  defineConnector,
  destination,
  optionalSecret,
  perSecond,
  secret,
  type VendorCall,
} from "./connector.ts";
import { bearer, connected, judge, probe } from "./probe.ts";
import { type Reply, refusalOf } from "./reply.ts";
import { accepted, type Verdict } from "./verdict.ts";

const label = "WhatsApp";

/** Three services speak for WhatsApp; the host tells which. An unknown host is taken to speak as Meta does. */
export type Dialect = "meta" | "360dialog" | "wati";
export const dialectOf = (baseUrl: string): Dialect => {
  const { hostname } = new URL(baseUrl);
  if (/(^|\.)360dialog\.io$/.test(hostname)) return "360dialog";
  if (/(^|\.)wati\.io$/.test(hostname)) return "wati";
  return "meta";
};

const judgeMeta = judge(
  label,
  z.object({ display_phone_number: z.string(), verified_name: z.string().optional() }),
  ({ display_phone_number: number, verified_name: name }) => (name ? `${name}, ${number}` : number),
);
const failed360dialog = z.object({ meta: z.object({ success: z.literal(false) }) });
const webhook360dialog = judge(label, z.object({ url: z.string().nullable() }), () => connected);
/** Without a webhook registered the answer is 404, and the key is right all the same. */
const judge360dialog = (reply: Reply): Verdict =>
  reply.status === 404 && !failed360dialog.safeParse(reply.json).success
    ? accepted(connected)
    : webhook360dialog(reply);
/** A failure comes with status 200 too. */
const judgeWati = judge(
  label,
  z.object({ result: z.union([z.literal(true), z.literal("success")]) }),
  () => connected,
);

const judges = { meta: judgeMeta, "360dialog": judge360dialog, wati: judgeWati };
export const judgeWhatsapp = (dialect: Dialect, reply: Reply): Verdict => {
  // Whatever the status, an error inside is an error.
  const failed = z.object({ error: z.object({ message: z.string() }) }).safeParse(reply.json);
  return failed.success ? refusalOf(label, reply) : judges[dialect](reply);
};

type Given = { apiKey?: string | null | undefined; businessNumber: string; baseUrl: string };

/** What the base address names below the host: a version of the API, or a tenant. */
export const below = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/+$/, "");

const calls: Record<Dialect, (given: Given) => VendorCall> = {
  meta: ({ apiKey, businessNumber, baseUrl }) => ({
    path: `${below(baseUrl)}/${businessNumber.replaceAll(/\D/g, "")}?fields=display_phone_number,verified_name,quality_rating`,
    headers: bearer(apiKey),
  }),
  "360dialog": ({ apiKey }) => ({
    path: "/v1/configs/webhook",
    headers: { "d360-api-key": apiKey ?? "" },
  }),
  wati: ({ apiKey, baseUrl }) => ({
    path: `${below(baseUrl)}/api/v1/getContacts?pageSize=1&pageNumber=1`,
    headers: bearer(apiKey),
  }),
};

const settings = z.strictObject({
  apiKey: secret("API Key"),
  businessNumber: z
    .string()
    .trim()
    .max(40)
    .regex(/^(?=.*\d)[\d\s().+-]+$/)
    .meta({ title: "Business Number", examples: ["+1 787 555 0100"] }),
  baseUrl: destination("Base URL", "https://graph.facebook.com/v23.0"),
  /** Meta signs what it tells us with the first and asks for the second when its address is registered. */
  appSecret: optionalSecret("App Secret").meta({ advanced: true }),
  verifyToken: optionalSecret("Verify Token").meta({ advanced: true }),
  messagesPerSecond: perSecond("Messages per second"),
});
export type WhatsappContext = Context<z.output<typeof settings>>;

export const whatsapp = defineConnector({
  id: "whatsapp",
  label,
  group: "messaging",
  settings,
  baseUrl: ({ baseUrl }) => new URL(baseUrl).origin,
  simulator: ({ baseUrl }) => `whatsapp/${dialectOf(baseUrl)}`,
  allow: "operator",
  sample: {
    apiKey: "sandbox",
    businessNumber: "106540352242922",
    baseUrl: "https://graph.facebook.com/v23.0",
    appSecret: "sandbox",
    verifyToken: "sandbox",
  },
  test: async (context) => {
    const dialect = dialectOf(context.settings.baseUrl);
    return probe(label, calls[dialect], (reply) => judgeWhatsapp(dialect, reply))(context);
  },
});
