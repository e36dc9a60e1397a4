import type { ConsentChannel } from "#domain/channels/channel.ts";
import type { Country } from "#domain/country.ts";
import { emailPattern, normalizeEmail } from "#domain/email-address.ts";
import type { MappableField } from "#domain/ingestion/mapped-values.ts";
import { readFieldValue } from "#domain/people/field-kinds.ts";
import { checkColumnText } from "#domain/people/outside-text.ts";
import { forPlainColumns, personColumns } from "#domain/people/person-columns.ts";
import { parsePhoneText } from "#domain/phone.ts";
import type { FormFieldName, LeadFormInput } from "./lead-form.ts";

export const submissionProblems = ["required", "email", "phone", "too_long", "not_plain", "invalid"] as const;
export type SubmissionProblem = (typeof submissionProblems)[number];

/** What a visitor sent, by the name of the input. */
export type PostedValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export type ReadSubmission = {
  values: Record<string, unknown>;
  email: string | null;
  phone: string | null;
  /** Channels whose box was ticked. */
  channels: ConsentChannel[];
  problems: Partial<Record<FormFieldName, SubmissionProblem>>;
};

const maxLength: Record<string, number> = {
  firstName: 200,
  lastName: 200,
  email: 254,
  phone: 40,
  ...forPlainColumns((column) => personColumns[column].maxLength),
  message: 5000,
};

type ReadContext = { country: Country; customFields: readonly MappableField[] };
type Reading = { value: unknown } | { problem: SubmissionProblem };

/** One text of an input; PostgreSQL cannot hold NUL or lone surrogates. */
export const postedText = (posted: PostedValues[string]): string => {
  const text = typeof posted === "string" ? posted : (posted?.[0] ?? "");
  return text.replaceAll("\u0000", "").toWellFormed().trim();
};

const readCustom = (name: string, posted: PostedValues[string], { customFields }: ReadContext): Reading => {
  const field = customFields.find(({ key, archivedAt }) => key === name.slice(6) && archivedAt === null);
  if (!field) return { value: null };
  const list = (Array.isArray(posted) ? posted : [posted]).map(postedText).filter((text) => text !== "");
  const raw = field.kind === "choices" ? list : (list[0] ?? "");
  if (raw.length === 0) return { value: null };
  const reading = readFieldValue(raw, field);
  return "problem" in reading ? { problem: "invalid" } : reading;
};

const readValue = (name: FormFieldName, posted: PostedValues[string], context: ReadContext): Reading => {
  if (name.startsWith("field.")) return readCustom(name, posted, context);
  const text = postedText(posted);
  if (text === "") return { value: null };
  if (text.length > (maxLength[name] ?? 200)) return { problem: "too_long" };
  if (name === "email") {
    const email = normalizeEmail(text);
    return emailPattern.test(email) ? { value: email } : { problem: "email" };
  }
  if (name === "phone") {
    const phone = parsePhoneText(text, context.country);
    return phone === undefined ? { problem: "phone" } : { value: phone };
  }
  const checked = checkColumnText(name, text) ?? { value: text };
  if ("value" in checked) return checked;
  return { problem: checked.problem === "too_long" ? "too_long" : "not_plain" };
};

/** Reads only what the form asks for; anything else that was posted is ignored. */
export const readSubmission = (
  { fields, consents }: Pick<LeadFormInput, "fields" | "consents">,
  posted: PostedValues,
  context: ReadContext,
): ReadSubmission => {
  const values: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  const problems: ReadSubmission["problems"] = {};
  for (const { name, required } of fields) {
    const reading = readValue(name, posted[name], context);
    if ("problem" in reading) problems[name] = reading.problem;
    else if (reading.value === null) {
      if (required) problems[name] = "required";
    } else if (name.startsWith("field.")) custom[name.slice(6)] = reading.value;
    else values[name] = reading.value;
  }
  const email = typeof values.email === "string" ? values.email : null;
  const phone = typeof values.phone === "string" ? values.phone : null;
  // Without an address there is no person to find or to add.
  const [address] = fields.filter(({ name }) => name === "email" || name === "phone");
  if (!email && !phone && address && !problems.email && !problems.phone) problems[address.name] = "required";
  const channels = consents
    .map(({ channel }) => channel)
    .filter((channel) => postedText(posted[`consent.${channel}`]) === "yes");
  for (const channel of channels) {
    const kind = channel === "email" ? "email" : "phone";
    if (!(kind === "email" ? email : phone)) problems[kind] ??= "required";
  }
  return {
    values: { ...values, ...(Object.keys(custom).length > 0 ? { custom } : {}) },
    email,
    phone,
    channels,
    problems,
  };
};
