import { CronExpressionParser } from "cron-parser";
import * as z from "zod";

/** Known signature schemes, or `generic` with a configurable header. */
export const signaturePresets = [
  "generic",
  "standard_webhooks",
  "stripe",
  "github",
  "meta",
  "shopify",
  "twilio",
  "hubspot",
  "slack",
] as const;
export type SignaturePreset = (typeof signaturePresets)[number];

const headerName = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/);
const shortText = z.string().trim().max(500);
const expression = z.string().trim().min(1).max(4000);
const httpUrl = z.url({ protocol: /^https?$/ }).max(2048);

/** HMAC over the raw body. Only `generic` uses the fields other than preset and tolerance. */
const signatureSchema = z.strictObject({
  preset: z.enum(signaturePresets).default("generic"),
  header: headerName.default("x-signature"),
  encoding: z.enum(["hex", "base64"]).default("hex"),
  prefix: z.string().max(40).default(""),
  /** When set, `<timestamp>.<body>` is signed. */
  timestampHeader: headerName.nullable().default(null),
  toleranceSeconds: z.int().min(10).max(86_400).default(300),
});
export type SignatureSettings = z.infer<typeof signatureSchema>;

/** A signed bearer token; without `jwksUrl` the secret key is the shared secret. */
const tokenSchema = z.strictObject({
  jwksUrl: httpUrl.nullable().default(null),
  issuer: shortText.nullable().default(null),
  audience: shortText.nullable().default(null),
});
export type TokenSettings = z.infer<typeof tokenSchema>;

const deduplication = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("none") }),
  z.strictObject({ by: z.literal("header"), header: headerName }),
  z.strictObject({ by: z.literal("expression"), expression }),
]);

const pagination = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("none") }),
  z.strictObject({
    by: z.literal("page"),
    parameter: shortText.min(1).default("page"),
    first: z.int().min(0).max(1).default(1),
  }),
  z.strictObject({
    by: z.literal("offset"),
    parameter: shortText.min(1).default("offset"),
    /** Absent: the API decides how many items a page has. */
    limitParameter: shortText.min(1).nullable().default("limit"),
    limit: z.int().min(1).max(10_000).default(100),
  }),
  z.strictObject({ by: z.literal("cursor"), parameter: shortText.min(1), path: expression }),
  z.strictObject({ by: z.literal("link") }),
]);

const isCron = (line: string): boolean => {
  try {
    // Five fields: a schedule by the second is not offered.
    return line.split(/\s+/).length === 5 && CronExpressionParser.parse(line).hasNext();
  } catch {
    return false;
  }
};

const schedule = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("interval"), minutes: z.int().min(1).max(10_080) }),
  z.strictObject({ by: z.literal("cron"), cron: shortText.refine(isCron) }),
]);

/** Schedule, request and item location of a pull. */
const pullSchema = z.strictObject({
  schedule: schedule.default({ by: "interval", minutes: 15 }),
  pagination: pagination.default({ by: "none" }),
  /** Path of the item list; absent, the response itself is the list. */
  itemPath: expression.nullable().default(null),
  /** Path of the item's id, which deduplicates items. */
  itemId: expression.nullable().default(null),
  /** The query parameter for newer items, and the path of an item's own timestamp or number. */
  since: z
    .strictObject({ parameter: shortText.min(1), path: expression })
    .nullable()
    .default(null),
  /** Header of the API key; a leading `?` names a query parameter. */
  keyIn: shortText.min(1).default("x-api-key"),
  maxPages: z.int().min(1).max(1000).default(20),
  /** OAuth client credentials; the secret key is the client secret. */
  tokenUrl: httpUrl.nullable().default(null),
  clientId: shortText.nullable().default(null),
  scope: shortText.nullable().default(null),
});
export type PullSettings = z.infer<typeof pullSchema>;

/** An IMAP mailbox to poll; its password is the secret key. */
const mailboxSchema = z.strictObject({
  host: shortText.min(1),
  port: z.int().min(1).max(65_535).default(993),
  secure: z.boolean().default(true),
  user: shortText.min(1),
  folder: shortText.min(1).default("INBOX"),
  minutes: z.int().min(1).max(1440).default(5),
});
export type MailboxSettings = z.infer<typeof mailboxSchema>;

export const endpointSettings = z.strictObject({
  signature: signatureSchema.default(signatureSchema.parse({})),
  token: tokenSchema.default(tokenSchema.parse({})),
  /** User name of basic authentication; the secret key is the password. */
  username: shortText.nullable().default(null),
  /** The token that Meta's subscription check must present. */
  verifyToken: shortText.nullable().default(null),
  deduplication: deduplication.default({ by: "none" }),
  maxBodyBytes: z.int().min(1024).max(10_485_760).default(1_048_576),
  requestsPerMinute: z.int().min(1).max(1_000_000).nullable().default(null),
  pull: pullSchema.default(pullSchema.parse({})),
  mailbox: mailboxSchema.nullable().default(null),
});
export type EndpointSettings = z.infer<typeof endpointSettings>;

/** Reads stored settings. Missing and no longer valid parts fall back to their defaults. */
export const parseEndpointSettings = (stored: unknown): EndpointSettings => {
  const parsed = endpointSettings.safeParse(stored ?? {});
  if (parsed.success) return parsed.data;
  const parts = Object.entries(Object(stored) as Record<string, unknown>).filter(
    ([name, part]) => endpointSettings.safeParse({ [name]: part }).success,
  );
  return endpointSettings.parse(Object.fromEntries(parts));
};
