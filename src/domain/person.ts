import * as z from "zod";
import { language } from "./language-schema.ts";
import { forPlainColumns, personColumns } from "./people/person-columns.ts";
import { hasCountryCode, normalisePhone } from "./phone.ts";
import { canonicalTimeZone } from "./places/zone-offsets.ts";

export const personTypes = ["lead", "customer"] as const;
export const personStatuses = ["new", "qualified", "contacted", "converted"] as const;
export const consentKinds = ["sms", "whatsapp", "call", "email"] as const;

const name = z.string().trim().max(200);
const blankToNull = z.literal("").transform(() => null);

/** A number without a country code is read by the server, as one of the workspace's default country. */
const localNumber = /^[\d\s().\-/x]{7,40}$/i;
const phone = z
  .string()
  .trim()
  .max(40)
  .transform((value, context) => {
    if (value === "") return null;
    const number = hasCountryCode(value) || !localNumber.test(value) ? normalisePhone(value) : value;
    if (number === undefined) context.addIssue({ code: "invalid_format", format: "phone", input: value });
    return number ?? z.NEVER;
  });

const timezone = z
  .string()
  .trim()
  .max(64)
  .transform((value, context) => {
    if (value === "") return null;
    const zone = canonicalTimeZone(value);
    if (zone === undefined) context.addIssue({ code: "invalid_format", format: "timezone", input: value });
    return zone ?? z.NEVER;
  });

const plainText = (max: number) =>
  z
    .union([blankToNull, z.string().trim().max(max)])
    .nullable()
    .default(null);

/** Whether a person agreed to each channel; `dnc` is the request not to be contacted at all. */
export const consentFlags = z.strictObject({
  sms: z.boolean().optional(),
  whatsapp: z.boolean().optional(),
  call: z.boolean().optional(),
  email: z.boolean().optional(),
  dnc: z.boolean().optional(),
});

export const tagSchema = z.string().trim().min(1).max(60);

export const personInput = z.strictObject({
  firstName: name.nullable().default(null),
  lastName: name.nullable().default(null),
  email: z
    .union([
      blankToNull,
      z
        .string()
        .trim()
        .max(254)
        .pipe(z.email())
        .transform((value) => value.toLowerCase()),
    ])
    .nullable()
    .default(null),
  phone: phone.nullable().default(null),
  timezone: timezone.nullable().default(null),
  /** Of messages to the person; null while unknown. */
  language: language.nullable().default(null),
  ...forPlainColumns((column) => plainText(personColumns[column].maxLength)),
  type: z.enum(personTypes).default("lead"),
  status: z.enum(personStatuses).default("new"),
  consents: consentFlags.default({}),
  tags: z.array(tagSchema).max(50).default([]),
  /** The user who looks after the person. */
  assignedAgentId: z.uuid().nullable().default(null),
  /** Values of custom fields by key. Keys left out stay as they are; null removes a value. */
  fields: z.record(z.string().max(60), z.unknown()).default({}),
});
export type PersonInput = z.infer<typeof personInput>;
