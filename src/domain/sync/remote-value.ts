import type { Country } from "#domain/country.ts";
import { emailPattern, normalizeEmail } from "#domain/email-address.ts";
import { splitList } from "#domain/import/list-cell.ts";
import { readAgreement, readPersonStatus, readPersonType } from "#domain/import/word-lists.ts";
import { parseLanguage } from "#domain/language.ts";
import { fieldProblems } from "#domain/people/field-kinds/field-kind.ts";
import { type FieldDefinition, fieldCell, readFieldValue } from "#domain/people/field-kinds.ts";
import { checkColumnText, outsideTextProblems } from "#domain/people/outside-text.ts";
import { parsePhoneText } from "#domain/phone.ts";
import { cutText } from "#domain/storable-text.ts";
import {
  consentChannelOf,
  customKeyOf,
  type FieldLink,
  optOutScopeOf,
  type RemoteField,
} from "./field-map.ts";

/** Why a value cannot be carried over. */
export const valueProblems = [
  ...fieldProblems,
  "not_email",
  "not_phone",
  "not_language",
  "not_type",
  "not_status",
  ...outsideTextProblems.filter((problem) => problem !== "too_long"),
] as const;
export type ValueProblem = (typeof valueProblems)[number];

/** A value in the form in which it is stored here: the form that both sides are compared in. */
export type SyncValue = string | number | boolean | string[] | null;
export type ValueReading = { value: SyncValue } | { problem: ValueProblem };

/** What reading and writing a value needs of its line in the map. */
export type LinkedValue = Pick<FieldLink, "ours" | "values">;

export type ValueContext = { country: Country; fields: ReadonlyMap<string, FieldDefinition> };

const maxTextLength = 200;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).trim()
    : "";

const orProblem = (value: SyncValue | undefined, problem: ValueProblem): ValueReading =>
  value === undefined ? { problem } : { value };

const readBuiltIn = (text: string, ours: string, { country }: ValueContext): ValueReading => {
  switch (ours) {
    case "email": {
      const address = normalizeEmail(text);
      return address.length <= 254 && emailPattern.test(address)
        ? { value: address }
        : { problem: "not_email" };
    }
    case "phone":
      return orProblem(parsePhoneText(text, country), "not_phone");
    case "language":
      return orProblem(parseLanguage(text), "not_language");
    case "type":
      return orProblem(readPersonType(text), "not_type");
    case "status":
      return orProblem(readPersonStatus(text), "not_status");
    default:
      return (
        checkColumnText(ours, text) ??
        (text.length > maxTextLength ? { problem: "too_long" } : { value: text })
      );
  }
};

const maxTagLength = 60;

const readTags = (value: unknown): string[] => {
  const items = Array.isArray(value)
    ? value.map((item) => cutText(textOf(item), maxTagLength))
    : splitList(textOf(value), maxTagLength);
  return [...new Set(items.filter((item) => item !== ""))].toSorted();
};

/** The vendor's value in our words, where the map has it. */
const translateIn = (value: unknown, values: FieldLink["values"]): unknown => {
  if (!values || values.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => translateIn(item, values));
  const text = textOf(value).toLowerCase();
  return values.find(({ theirs }) => theirs.trim().toLowerCase() === text)?.ours ?? value;
};

/** Our value in the vendor's words; of several that mean the same, the first. */
const translateOut = (value: SyncValue, values: FieldLink["values"]): SyncValue => {
  if (!values || values.length === 0 || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => String(translateOut(item, values)));
  return values.find(({ ours }) => ours === String(value))?.theirs ?? value;
};

/** Reads a value of the vendor's as one of ours. Blank is null. */
export const readRemoteValue = (raw: unknown, link: LinkedValue, context: ValueContext): ValueReading => {
  const { ours } = link;
  const value = translateIn(raw, link.values);
  // Only a clear yes is an opt-out; anything else says nothing, because an opt-out is never lifted.
  if (optOutScopeOf(ours)) return { value: value === true || /^(?:true|yes|1|sí|si)$/i.test(textOf(value)) };
  if (consentChannelOf(ours)) return { value: readAgreement(textOf(value)) ?? null };
  if (ours === "tags") return { value: readTags(value) };
  const key = customKeyOf(ours);
  if (key !== undefined) {
    const definition = context.fields.get(key);
    if (!definition) return { value: null };
    return readFieldValue(value, definition) as ValueReading;
  }
  const text = textOf(value);
  return text === "" ? { value: null } : readBuiltIn(text, ours, context);
};

const cellOf = (value: SyncValue, definition: FieldDefinition | undefined): string => {
  if (Array.isArray(value)) return value.join("; ");
  return definition ? fieldCell(value, definition) : String(value);
};

const findOption = (text: string, options: readonly string[]): string | undefined =>
  options.length === 0
    ? text
    : (options.find((option) => option === text) ??
      options.find((option) => option.toLowerCase() === text.toLowerCase()));

/** Turns a value of ours into one that the vendor's field accepts. */
export const writeRemoteValue = (
  own: SyncValue,
  link: LinkedValue,
  field: RemoteField,
  { fields }: Pick<ValueContext, "fields">,
): ValueReading => {
  const value = translateOut(own, link.values);
  if (value === null) return { value: null };
  const definition = value === own ? fields.get(customKeyOf(link.ours) ?? "") : undefined;
  switch (field.type) {
    case "number": {
      const number = typeof value === "boolean" || Array.isArray(value) ? Number.NaN : Number(value);
      return Number.isFinite(number) && value !== "" ? { value: number } : { problem: "not_number" };
    }
    case "boolean":
      return typeof value === "boolean" ? { value } : { problem: "not_yes_no" };
    case "date":
    case "datetime":
      return typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value)
        ? { value }
        : { problem: "not_date" };
    case "choice":
      return orProblem(findOption(cellOf(value, definition), field.options), "not_choice");
    case "choices": {
      const list = (Array.isArray(value) ? value : [String(value)]).map((item) =>
        findOption(item, field.options),
      );
      return list.includes(undefined) ? { problem: "not_choice" } : { value: list as string[] };
    }
    default: {
      const text = cellOf(value, definition);
      return field.maxLength !== null && text.length > field.maxLength
        ? { problem: "too_long" }
        : { value: text };
    }
  }
};

export const isSameSyncValue = (a: SyncValue, b: SyncValue): boolean =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => item === b[at]));
