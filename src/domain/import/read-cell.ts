import { toDayNumber } from "#domain/calendar.ts";
import { type Country, defaultCountry } from "#domain/country.ts";
import { emailPattern, normalizeEmail } from "#domain/email-address.ts";
import { parseLanguage } from "#domain/language.ts";
import { type FieldDefinition, readFieldValue } from "#domain/people/field-kinds.ts";
import { parsePhoneText } from "#domain/phone.ts";
import { canonicalTimeZone } from "#domain/places/zone-offsets.ts";
import { mendDomain } from "./email-typos.ts";
import type { ImportColumn } from "./import-options.ts";
import type { ImportProblem } from "./import-problems.ts";
import { splitList } from "./list-cell.ts";
import { mendTown } from "./towns.ts";
import { isUnproven, readAgreement, readPersonStatus, readPersonType } from "./word-lists.ts";

/** What reading a cell needs besides its text. */
export type CellContext = {
  country: Country;
  /** Whether values are read as they were probably meant. */
  mend: boolean;
  dayFirst: boolean | null;
  /** Of the custom field that the column goes to. */
  field?: FieldDefinition | undefined;
  /** Users by folded e-mail address and name. */
  owners: ReadonlyMap<string, string>;
  now: number;
};

/** A value as it is stored, with what was mended; or why the text does not read. */
export type CellReading = { value: unknown; mended?: ImportProblem | undefined } | { problem: ImportProblem };

type CellReader = (text: string, context: CellContext) => CellReading;

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
const fail = (code: ImportProblem["code"], text: string, more: Record<string, string> = {}): CellReading => ({
  problem: { code, value: shortened(text), ...more },
});

const scientificNumber = /^[+-]?\d(?:[.,]\d+)?e\+?\d{1,3}$/i;
const extension = /[\s,;]*(?:x|ext\.?|extension|extensi[oó]n|anexo|#)\s*:?\s*\d{1,6}\s*$/i;
/** What a spreadsheet makes of a whole number that it stores with decimals. */
const trailingDecimals = /^(\d{7,15})[.,]0+$/;

const readPhone: CellReader = (text, { country, mend }) => {
  if (scientificNumber.test(text)) return fail("scientific_number", text);
  const whole = text.replace(trailingDecimals, "$1");
  const main = whole.replace(extension, "");
  const phone = parsePhoneText(main, country);
  if (phone !== undefined && main === whole) return { value: phone };
  if (phone !== undefined && mend)
    return { value: phone, mended: { code: "extension_dropped", value: shortened(text) } };
  const digits = whole.replaceAll(/\D/g, "");
  return fail(digits.length === 7 && country === defaultCountry ? "short_phone" : "bad_phone", text);
};

const readEmail: CellReader = (text, { mend }) => {
  const bare = normalizeEmail((/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, ""));
  const tidy = mend
    ? bare
        .replaceAll(/\s+/g, "")
        .replace(/[.,;]+$/, "")
        .replace(/,(?=[a-z]{2,4}$)/, ".")
    : bare;
  const at = tidy.lastIndexOf("@");
  const domain = mend && at > 0 ? mendDomain(tidy.slice(at + 1)) : undefined;
  const address = domain === undefined ? tidy : `${tidy.slice(0, at + 1)}${domain}`;
  if (address.length > 254 || !emailPattern.test(address)) return fail("bad_email", text);
  return address === bare
    ? { value: address }
    : { value: address, mended: { code: "email_mended", value: shortened(text.trim()), mended: address } };
};

const readZip: CellReader = (text, { country, mend }) => {
  const whole = text.replace(/^(\d{3,5})[.,]0+$/, "$1");
  const hasUsCodes = country === "US" || country === "PR";
  // A spreadsheet drops the zeros of 00901.
  if (hasUsCodes && /^\d{3,4}$/.test(whole)) {
    const mended = whole.padStart(5, "0");
    return mend
      ? { value: mended, mended: { code: "zeros_restored", value: whole, mended } }
      : fail("bad_zip", text);
  }
  return /^[a-z\d][a-z\d -]{2,9}$/i.test(whole) && /\d/.test(whole)
    ? { value: whole }
    : fail("bad_zip", text);
};

/** The order of day and month that a reader of dates is told. */
const dateOrder = (dayFirst: boolean | null): "day_first" | "month_first" =>
  dayFirst === true ? "day_first" : "month_first";

const dayMs = 86_400_000;
/** The noon of a day, so that no time zone moves it to another day. */
const readDate: CellReader = (text, { dayFirst, now }) => {
  const day = readFieldValue(text, { kind: "date", choices: [] }, { dateOrder: dateOrder(dayFirst) });
  if ("problem" in day || typeof day.value !== "string") return fail("bad_date", text);
  const [year = 0, month = 0, date = 0] = day.value.split("-").map(Number);
  const at = toDayNumber({ year, month, day: date }) * dayMs + dayMs / 2;
  return at > now + dayMs ? fail("future_date", text) : { value: Math.min(at, now) };
};

const readText =
  (target: string, max: number): CellReader =>
  (text) =>
    text.length > max ? fail("too_long", text, { target }) : { value: text };

const readWord =
  (target: string, read: (text: string) => unknown): CellReader =>
  (text) => {
    const value = read(text);
    return value === undefined ? fail("bad_value", text, { target }) : { value };
  };

const maxTagLength = 60;
const maxSourceLength = 200;

const consent: CellReader = (text) => {
  if (isUnproven(text)) return { value: "unproven" };
  const value = readAgreement(text);
  return value === undefined ? fail("bad_value", text, { target: "consent" }) : { value };
};

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const readers: Record<Exclude<ImportColumn["target"], "skip">, CellReader> = {
  id: (text) => (uuid.test(text) ? { value: text.toLowerCase() } : fail("unknown_id", text)),
  fullName: readText("fullName", 200),
  firstName: readText("firstName", 200),
  lastName: readText("lastName", 200),
  email: readEmail,
  phone: readPhone,
  language: readWord("language", parseLanguage),
  zip: readZip,
  region: readText("region", 80),
  town: (text, { mend }) => {
    if (text.length > 80) return fail("too_long", text, { target: "town" });
    const mended = mend ? mendTown(text) : undefined;
    return mended === undefined
      ? { value: text }
      : { value: mended, mended: { code: "town_mended", value: text, mended } };
  },
  timezone: (text) => {
    const zone = text.length > 64 ? undefined : canonicalTimeZone(text);
    return zone === undefined ? fail("bad_timezone", text) : { value: zone };
  },
  type: readWord("type", readPersonType),
  status: readWord("status", readPersonStatus),
  tags: (text) => ({ value: splitList(text, maxTagLength) }),
  source: (text) => ({ value: splitList(text, maxSourceLength) }),
  owner: (text, { owners }) => {
    const id = owners.get(text.trim().toLowerCase());
    return id === undefined ? fail("unknown_owner", text) : { value: id };
  },
  createdAt: readDate,
  note: readText("note", 10_000),
  "consent.sms": consent,
  "consent.whatsapp": consent,
  "consent.call": consent,
  "consent.email": consent,
  dnc: readWord("dnc", readAgreement),
  field: (text, context) => readField(text, context),
  newField: (text, context) => readField(text, context),
};

const readField: CellReader = (text, { field, dayFirst }) => {
  if (!field) return { value: text.slice(0, 2000) };
  if (scientificNumber.test(text) && field.kind !== "number" && field.kind !== "text")
    return fail("scientific_number", text);
  const reading = readFieldValue(text, field, { dateOrder: dateOrder(dayFirst) });
  return "problem" in reading ? fail("bad_field", text, { target: field.kind }) : { value: reading.value };
};

/** Reads one cell that is not blank. The operator's own values come first. */
export const readCell = (text: string, column: ImportColumn, context: CellContext): CellReading => {
  if (column.target === "skip") return { value: null };
  const meant = column.values[text] ?? text;
  return meant.trim() === "" ? { value: null } : readers[column.target](meant, context);
};
