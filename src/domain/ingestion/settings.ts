import { CronExpressionParser } from "cron-parser";
import * as z from "zod";

/** Whose way of signing a request is checked: the field's usual senders, or any header of one's own. */
export const signaturePresets = [
  "generic",
  "standard_webhooks",
  "stripe",
  "github",
  "meta",
  "shopify",
  "twilio",
  "hubspot",
] as const;
export type SignaturePreset = (typeof signaturePresets)[number];

const header = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/);
const short = z.string().trim().max(500);
const expression = z.string().trim().min(1).max(4000);
const address = z.url({ protocol: /^https?$/ }).max(2048);

/** HMAC over the raw body. All but the preset and the window is for `generic`. */
const signatureSchema = z.strictObject({
  preset: z.enum(signaturePresets).default("generic"),
  header: header.default("x-signature"),
  encoding: z.enum(["hex", "base64"]).default("hex"),
  prefix: z.string().max(40).default(""),
  /** Signed as `<timestamp>.<body>` when a header names it. */
  timestampHeader: header.nullable().default(null),
  toleranceSeconds: z.int().min(10).max(86_400).default(300),
});
export type SignatureSettings = z.infer<typeof signatureSchema>;

/** A bearer token that its issuer signed; without the address of keys, the secret key is the shared secret. */
const tokenSchema = z.strictObject({
  jwksUrl: address.nullable().default(null),
  issuer: short.nullable().default(null),
  audience: short.nullable().default(null),
});
export type TokenSettings = z.infer<typeof tokenSchema>;

const deduplication = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("none") }),
  z.strictObject({ by: z.literal("header"), header }),
  z.strictObject({ by: z.literal("expression"), expression }),
]);

const pagination = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("none") }),
  z.strictObject({
    by: z.literal("page"),
    parameter: short.min(1).default("page"),
    first: z.int().min(0).max(1).default(1),
  }),
  z.strictObject({ by: z.literal("cursor"), parameter: short.min(1), path: expression }),
  z.strictObject({ by: z.literal("link") }),
]);

const isCron = (line: string): boolean => {
  try {
    // Five fields: seconds would ask for more than anybody is asked.
    return line.split(/\s+/).length === 5 && CronExpressionParser.parse(line).hasNext();
  } catch {
    return false;
  }
};

const schedule = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("interval"), minutes: z.int().min(1).max(10_080) }),
  z.strictObject({ by: z.literal("cron"), cron: short.refine(isCron) }),
]);

/** What a pull asks for, how often, and where in the answer its items are. */
const pullSchema = z.strictObject({
  schedule: schedule.default({ by: "interval", minutes: 15 }),
  pagination: pagination.default({ by: "none" }),
  /** Where the list of items is; absent, the answer itself is the list. */
  itemPath: expression.nullable().default(null),
  /** The item's own id: what was seen before is not taken in again. */
  itemId: expression.nullable().default(null),
  /** The query parameter that asks for what is newer, and where an item says how new it is. */
  since: z
    .strictObject({ parameter: short.min(1), path: expression })
    .nullable()
    .default(null),
  /** Where the API key goes; a leading `?` names a query parameter. */
  keyIn: short.min(1).default("x-api-key"),
  maxPages: z.int().min(1).max(1000).default(20),
  /** OAuth client credentials; the client's secret is the secret key. */
  tokenUrl: address.nullable().default(null),
  clientId: short.nullable().default(null),
  scope: short.nullable().default(null),
});
export type PullSettings = z.infer<typeof pullSchema>;

/** A mailbox that is read for new messages; its password is the secret key. */
const mailboxSchema = z.strictObject({
  host: short.min(1),
  port: z.int().min(1).max(65_535).default(993),
  secure: z.boolean().default(true),
  user: short.min(1),
  folder: short.min(1).default("INBOX"),
  minutes: z.int().min(1).max(1440).default(5),
});
export type MailboxSettings = z.infer<typeof mailboxSchema>;

export const endpointSettings = z.strictObject({
  signature: signatureSchema.default(signatureSchema.parse({})),
  token: tokenSchema.default(tokenSchema.parse({})),
  /** The name that goes with the secret key in basic authentication. */
  username: short.nullable().default(null),
  /** What Meta must say when it asks whether this address is ours. */
  verifyToken: short.nullable().default(null),
  deduplication: deduplication.default({ by: "none" }),
  maxBodyBytes: z.int().min(1024).max(10_485_760).default(1_048_576),
  requestsPerMinute: z.int().min(1).max(1_000_000).nullable().default(null),
  pull: pullSchema.default(pullSchema.parse({})),
  mailbox: mailboxSchema.nullable().default(null),
});
export type EndpointSettings = z.infer<typeof endpointSettings>;

/** What is stored may be older than a setting: what is missing is its default, and so is a part that no longer fits. */
export const parseEndpointSettings = (stored: unknown): EndpointSettings => {
  const whole = endpointSettings.safeParse(stored ?? {});
  if (whole.success) return whole.data;
  const parts = Object.entries(Object(stored) as Record<string, unknown>).filter(
    ([name, part]) => endpointSettings.safeParse({ [name]: part }).success,
  );
  return endpointSettings.parse(Object.fromEntries(parts));
};
