import * as z from "zod";
import { consentChannels, contactAddressKindOf } from "#domain/channels/channel.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { languages } from "#domain/language.ts";
import { tagSchema } from "#domain/person.ts";

/** Fields of every person that a form may ask for. */
export const builtInFormFields = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "zip",
  "town",
  "message",
] as const;
export type BuiltInFormField = (typeof builtInFormFields)[number];

/** A custom field is named by `field.` and its key. */
const customFieldName = z.templateLiteral(["field.", z.string().regex(/^[a-z][a-z0-9_]{0,59}$/)]);
export type FormFieldName = BuiltInFormField | z.infer<typeof customFieldName>;

const formField = z.strictObject({
  name: z.union([z.enum(builtInFormFields), customFieldName]),
  required: z.boolean().default(false),
});

const texts = (min: number, max: number) =>
  z.strictObject({ en: z.string().trim().min(min).max(max), es: z.string().trim().min(min).max(max) });

const formConsent = z.strictObject({
  channel: z.enum(consentChannels),
  /** What the visitor agrees to; each submission keeps the wording that was shown. */
  text: texts(10, 1000),
});

const originPattern =
  /^(?:(https?):\/\/)?((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(:\d{1,5})?\/?$/;
const localHosts = new Set(["localhost", "127.0.0.1"]);

/** A site that may show the form, such as `https://www.example.com`. */
const siteOrigin = z
  .string()
  .trim()
  .toLowerCase()
  .max(200)
  .transform((value, context) => {
    const [, scheme = "https", host = "", port = ""] = originPattern.exec(value) ?? [];
    const isLocal = localHosts.has(host);
    if (host === "" || (scheme === "http" && !isLocal) || !(isLocal || host.includes("."))) {
      context.addIssue({ code: "invalid_format", format: "url", input: value });
      return z.NEVER;
    }
    return `${scheme}://${host}${port}`;
  });

export const leadFormInput = z.strictObject({
  name: z.string().trim().min(1).max(120),
  /** The end of its address. */
  slug: z
    .string()
    .trim()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/),
  active: z.boolean().default(true),
  fields: z.array(formField).min(1).max(20),
  title: texts(1, 200),
  intro: texts(0, 1000),
  button: texts(1, 60),
  thanks: texts(1, 1000),
  consents: z.array(formConsent).max(consentChannels.length).default([]),
  /** Other sites that may show the form inside their pages. */
  origins: z.array(siteOrigin).max(20).default([]),
  /** Given to everybody who sends the form. */
  tags: z.array(tagSchema).max(10).default([]),
});
export type LeadFormInput = z.infer<typeof leadFormInput>;

export const formProblems = [
  "no_address",
  "field_twice",
  "consent_twice",
  "consent_without_address",
] as const;
export type FormProblem = (typeof formProblems)[number];

/** What makes a form unusable, by the path of the field in question. */
export const checkLeadForm = ({
  fields,
  consents,
}: Pick<LeadFormInput, "fields" | "consents">): { path: string; problem: FormProblem }[] => {
  const names = fields.map(({ name }) => name);
  const channels = consents.map(({ channel }) => channel);
  return [
    ...(names.includes("email") || names.includes("phone")
      ? []
      : [{ path: "fields", problem: "no_address" as const }]),
    ...names.flatMap((name, index) =>
      names.indexOf(name) < index ? [{ path: `fields.${index}`, problem: "field_twice" as const }] : [],
    ),
    ...channels.flatMap((channel, index) =>
      channels.indexOf(channel) < index
        ? [{ path: `consents.${index}`, problem: "consent_twice" as const }]
        : [],
    ),
    ...channels.flatMap((channel, index) =>
      names.includes(contactAddressKindOf(channel))
        ? []
        : [{ path: `consents.${index}`, problem: "consent_without_address" as const }],
    ),
  ];
};

/** Whether the wording of a consent changed, which makes a new version. */
export const isConsentChanged = (
  before: LeadFormInput["consents"],
  after: LeadFormInput["consents"],
): boolean => {
  const wording = (consents: LeadFormInput["consents"]) =>
    consents
      .map(({ channel, text }) => [channel, ...languages.map((language) => text[language])].join("\u0001"))
      .sort()
      .join("\u0002");
  return wording(before) !== wording(after);
};

/** How the submissions of a form are read. Consents are left out: they count when the address is confirmed. */
export const formMapping = (fields: LeadFormInput["fields"]): MappingTemplate => {
  const person: Record<string, string> = { language: "language", tags: "tags" };
  for (const { name } of fields)
    if (name !== "message")
      person[name] = name.startsWith("field.") ? `values.custom.${name.slice(6)}` : `values.${name}`;
  return {
    person: person as MappingTemplate["person"],
    event: {
      type: "type",
      form: "form",
      ...(fields.some(({ name }) => name === "message") ? { message: "values.message" } : {}),
    },
  };
};
