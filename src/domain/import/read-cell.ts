import { toDayNumber } from "#domain/calendar.ts";
import { type Country, defaultCountry, parseCountry } from "#domain/country.ts";
import { emailPattern, normalizeEmail } from "#domain/email-address.ts";
import { parseLanguage } from "#domain/language.ts";
import { type FieldDefinition, readFieldValue } from "#domain/people/field-kinds.ts";
import { checkColumnText, checkOutsideText } from "#domain/people/outside-text.ts";
import { forPlainColumns } from "#domain/people/person-columns.ts";
import { parsePhoneText } from "#domain/phone.ts";
import { canonicalTimeZone } from "#domain/places/zone-offsets.ts";
import { cutText } from "#domain/storable-text.ts";
import { mendDomain } from "./email-typos.ts";
import type { ImportColumn } from "./import-options.ts";
import type { ImportProblem } from "./import-problems.ts";
import { splitList } from "./list-cell.ts";
import { mendTown } from "./towns.ts";
import {
  isNoRefusal,
  isNoStatement,
  isRefusalWord,
  isUnproven,
  readAgreement,
  readPersonStatus,
  readPersonType,
} from "./word-lists.ts";

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

const shortened = (text: string): string => (text.length > 80 ? `${cutText(text, 79)}…` : text);
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

const countriesWithUsZips: ReadonlySet<Country> = new Set(["US", "PR", "VI", "GU", "AS", "MP"]);
/** Countries whose postal codes have five digits, the first of which may be zero. */
const countriesWithFiveDigits: ReadonlySet<Country> = new Set([
  ...countriesWithUsZips,
  ...(["MX", "ES", "DO", "FR", "DE", "IT"] as const),
]);

/** Whether a country writes ZIP codes; elsewhere a postal code says nothing of a place in the United States. */
export const hasUsZips = (country: Country): boolean => countriesWithUsZips.has(country);

const readZip: CellReader = (text, { country, mend }) => {
  const whole = text.replace(/^(\d{3,5})[.,]0+$/, "$1");
  // A spreadsheet drops the zeros of 00901.
  const lostZeros = hasUsZips(country) ? /^\d{3,4}$/ : /^\d{4}$/;
  if (countriesWithFiveDigits.has(country) && lostZeros.test(whole)) {
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
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+/i;
const timeOfDay = /[,\s]+(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?.*$/i;
const shortYear = /^(\d{1,2}[\s-][a-zé]{3,10})[\s-](\d{2})$/i;

/** The day of a date with a time, as Zoho and Outlook write it: "May 4, 2020 12:33 PM", "04-May-20". */
const withoutTime = (text: string): string =>
  text
    .trim()
    .replace(weekday, "")
    .replace(timeOfDay, "")
    .replace(shortYear, (_, day: string, year: string) => `${day}-${Number(year) > 30 ? 19 : 20}${year}`);

/** A date that a program writes for none. */
const noDate = /^0{1,4}[-/.]0{1,2}[-/.]0{1,4}(?:\s.*)?$/;

/** The noon of a day, so that no time zone moves it to another day. */
const readDate: CellReader = (text, { dayFirst, now }) => {
  if (noDate.test(text)) return { value: null };
  const day = readFieldValue(
    withoutTime(text),
    { kind: "date", choices: [] },
    { dateOrder: dateOrder(dayFirst) },
  );
  if ("problem" in day || typeof day.value !== "string") return fail("bad_date", text);
  const [year = 0, month = 0, date = 0] = day.value.split("-").map(Number);
  const at = toDayNumber({ year, month, day: date }) * dayMs + dayMs / 2;
  return at > now + dayMs ? fail("future_date", text) : { value: Math.min(at, now) };
};

const readText =
  (target: string, max: number): CellReader =>
  (text) =>
    text.length > max ? fail("too_long", text, { target }) : { value: text };

/** A text that messages may quote; what is no column is a part of a name. */
const readOutside =
  (target: string): CellReader =>
  (text) => {
    const checked = checkColumnText(target, text) ?? checkOutsideText("name", text);
    if ("value" in checked) return checked;
    return checked.problem === "too_long" ? fail("too_long", text, { target }) : fail("not_plain", text);
  };

const readWord =
  (target: string, read: (text: string) => unknown): CellReader =>
  (text) => {
    const value = read(text);
    return value === undefined ? fail("bad_value", text, { target }) : { value };
  };

const maxTagLength = 60;
const maxSourceLength = 200;

/** Groups to which Google adds every contact. */
const everybodysTags = new Set(["mycontacts", "my contacts"]);

/** Google marks its own groups with a star and separates them with three colons. */
const readTags = (text: string): string[] =>
  splitList(text.replaceAll(/\s*:::\s*/g, ";"), maxTagLength)
    .map((tag) => tag.replace(/^\*\s*/, ""))
    .filter((tag) => tag !== "" && !everybodysTags.has(tag.toLowerCase()));

const consent: CellReader = (text) => {
  if (isUnproven(text)) return { value: "unproven" };
  if (isNoStatement(text)) return { value: null };
  const value = readAgreement(text);
  return value === undefined ? fail("bad_value", text, { target: "consent" }) : { value };
};

const dateLike = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|^\d{10,13}$/;

/** A cell of an opt-out column. What it does not clearly deny is an opt-out, so that none is lost. */
const optOut: CellReader = (text) => {
  if (isNoRefusal(text)) return { value: false };
  if (readAgreement(text) === true || isRefusalWord(text) || dateLike.test(text)) return { value: true };
  const day = readFieldValue(withoutTime(text), { kind: "date", choices: [] }, { dateOrder: "month_first" });
  if (!("problem" in day)) return { value: true };
  return { value: true, mended: { code: "opt_out_assumed", value: shortened(text) } };
};

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const readers: Record<Exclude<ImportColumn["target"], "skip">, CellReader> = {
  id: (text) => (uuid.test(text) ? { value: text.toLowerCase() } : fail("unknown_id", text)),
  fullName: readOutside("fullName"),
  firstName: readOutside("firstName"),
  middleName: readOutside("middleName"),
  lastName: readOutside("lastName"),
  secondLastName: readOutside("secondLastName"),
  label: readText("label", 200),
  country: (text) => {
    const country = parseCountry(text);
    return country === undefined ? fail("bad_country", text) : { value: country };
  },
  email: readEmail,
  phone: readPhone,
  language: readWord("language", parseLanguage),
  ...forPlainColumns(readOutside),
  zip: readZip,
  town: (text, context) => {
    const plain = readOutside("town")(text, context);
    const mended = "value" in plain && context.mend ? mendTown(text) : undefined;
    return mended === undefined
      ? plain
      : { value: mended, mended: { code: "town_mended", value: text, mended } };
  },
  timezone: (text) => {
    const zone = text.length > 64 ? undefined : canonicalTimeZone(text);
    return zone === undefined ? fail("bad_timezone", text) : { value: zone };
  },
  type: readWord("type", readPersonType),
  status: readWord("status", readPersonStatus),
  tags: (text) => ({ value: readTags(text) }),
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
  dnc: optOut,
  "optOut.email": optOut,
  "optOut.sms": optOut,
  "optOut.whatsapp": optOut,
  "optOut.phone": optOut,
  field: (text, context) => readField(text, context),
  newField: (text, context) => readField(text, context),
};

const readField: CellReader = (text, { field, dayFirst }) => {
  if (!field) return { value: cutText(text, 2000) };
  if (scientificNumber.test(text) && field.kind !== "number" && field.kind !== "text")
    return fail("scientific_number", text);
  if (field.kind === "date" && noDate.test(text)) return { value: null };
  const value = field.kind === "date" ? withoutTime(text) : text;
  const reading = readFieldValue(value, field, { dateOrder: dateOrder(dayFirst) });
  return "problem" in reading ? fail("bad_field", text, { target: field.kind }) : { value: reading.value };
};

/** Reads one cell that is not blank. The operator's own values come first. */
export const readCell = (text: string, column: ImportColumn, context: CellContext): CellReading => {
  if (column.target === "skip") return { value: null };
  const meant = column.values[text] ?? text;
  return meant.trim() === "" ? { value: null } : readers[column.target](meant, context);
};
