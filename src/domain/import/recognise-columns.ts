import type { CodedReason } from "#domain/coded-reason.ts";
import type { Country } from "#domain/country.ts";
import { fieldMeaning } from "#domain/ingestion/field-meaning.ts";
import { emailConfidence, isClearlyPhone } from "#domain/ingestion/value-shapes.ts";
import { parseLanguage } from "#domain/language.ts";
import { columnField, type ExportColumn } from "#domain/people/export-columns.ts";
import { exportColumnOf } from "#domain/people/export-titles.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";
import { cutText } from "#domain/storable-text.ts";
import { findAddressLabel, isMainAddress } from "./address-label.ts";
import { findDayFirst, hasNumericDates } from "./date-order.ts";
import { foldHeader, foldWords } from "./fold-header.ts";
import {
  commonFields,
  headerTargets,
  targetOfPermission,
  targetOfStaff,
  withoutOwner,
} from "./header-words.ts";
import { type ImportColumn, type ImportTarget, importTargets } from "./import-options.ts";
import { isKnownTown } from "./towns.ts";
import {
  isNoStatement,
  isRefusalWord,
  isSubscriptionWord,
  isUnproven,
  readAgreement,
  readPersonStatus,
  readPersonType,
} from "./word-lists.ts";

/** What the operator should look at. */
export type ColumnQuestion = CodedReason<
  "proof_needed" | "day_first" | "mixed_dates" | "same_target" | "not_matched" | "repeated_values"
>;

export type RecognisedColumn = { guess: ImportColumn; question: ColumnQuestion | null };

type FieldInfo = { key: string; labels: readonly string[] };

export const plainColumn = (target: ImportTarget): ImportColumn => ({
  target,
  mode: target === "tags" || target === "source" ? "append" : "fill",
  blankClears: false,
  dayFirst: null,
  label: null,
  isMain: false,
  values: {},
});

const share = (values: readonly string[], test: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

const certain = 0.7;

const exportTargets: Partial<Record<ExportColumn, ImportTarget>> = {
  furtherEmails: "email",
  furtherPhones: "phone",
  intentScore: "skip",
  propensityToBuy: "skip",
  churnRisk: "skip",
  updatedAt: "skip",
};

/** A heading of our own exports, which says exactly where the column goes. */
const targetOfExport = (header: string): ImportTarget | undefined => {
  const name = exportColumnOf(header);
  return name && (exportTargets[name] ?? importTargets.find((target) => target === name));
};

/** The parts of an export that stand before the name of a field: "Person - Name". */
const recordPrefix = /^(?:person|contact|lead|customer|client|cliente|contacto|prospecto) (?=\S)/;

const targetOfMeaning = (header: string): ImportTarget | undefined => {
  const meaning = fieldMeaning(header);
  if (meaning.isCompanyField) return undefined;
  const weights: [ImportTarget, number][] = [
    ["email", meaning.email],
    ["phone", meaning.phone],
    ["firstName", meaning.firstName],
    ["lastName", meaning.lastName],
    ["fullName", meaning.fullName],
    ["language", meaning.language],
    ["country", meaning.country],
    ["zip", meaning.zip],
    ["region", meaning.region],
    ["town", meaning.town],
    ["note", meaning.message],
  ];
  const best = weights.reduce((a, b) => (b[1] > a[1] ? b : a));
  return best[1] > 0 ? best[0] : undefined;
};

/** What the name says, in either language. */
const targetOfHeader = (header: string): ImportTarget | undefined => {
  const words = foldWords(header);
  if (words === "") return undefined;
  const field = words.replace(recordPrefix, "");
  // The id of another system's record is not ours.
  const forms = [words, foldHeader(header), ...(field === "id" ? [] : [field])];
  const permission = targetOfPermission(words);
  if (permission) return permission;
  const ofStaff = targetOfStaff(words);
  if (ofStaff) return ofStaff;
  const listed = headerTargets.find(({ pattern }) => forms.some((form) => pattern.test(form)))?.target;
  return listed ?? targetOfMeaning(header);
};

/** What the values show, where the name says nothing. */
const targetOfValues = (values: readonly string[]): ImportTarget | undefined => {
  if (values.length === 0) return undefined;
  if (share(values, (value) => emailConfidence(value) !== 0) >= certain) return "email";
  if (share(values, isClearlyPhone) >= certain) return "phone";
  if (isSubscription(values)) return "consent.email";
  if (share(values, isKnownTown) >= certain) return "town";
  if (share(values, (value) => value.length > 1 && parseLanguage(value) !== undefined) >= 0.9)
    return "language";
  if (share(values, (value) => readPersonType(value) !== undefined) >= 0.9) return "type";
  if (share(values, (value) => readPersonStatus(value) !== undefined) >= 0.9) return "status";
  return undefined;
};

/** "Subscribed", "Unsubscribed" and "Cleaned" are about a mailing list, whatever the column is called. */
const isSubscription = (values: readonly string[]): boolean => share(values, isSubscriptionWord) >= 0.9;

const isKnownWord = (target: "status" | "type", value: string): boolean =>
  isRefusalWord(value) || (target === "status" ? readPersonStatus : readPersonType)(value) !== undefined;

/** Values that contradict a name: a column "Phone" that holds Yes and No is no phone number. */
const contradicts = (target: ImportTarget, values: readonly string[]): boolean => {
  if (target === "status" && isSubscription(values)) return true;
  // Where no word is known, the column holds stages or kinds of something else.
  if (target === "status" || target === "type")
    return values.length > 0 && !values.some((value) => isKnownWord(target, value));
  if (target === "id")
    return values.length > 0 && share(values, (value) => /^[\da-f]{8}-/i.test(value)) < certain;
  if (values.length < 3) return false;
  if (target === "email") return share(values, (value) => value.includes("@")) < 0.1;
  if (target === "phone") return share(values, (value) => /\d/.test(value)) < 0.1;
  if (target.startsWith("optOut.") || target === "dnc")
    return share(values, (value) => emailConfidence(value) !== 0 || isClearlyPhone(value)) >= 0.5;
  if (target.startsWith("consent."))
    return (
      share(
        values,
        (value) => isUnproven(value) || isNoStatement(value) || readAgreement(value) !== undefined,
      ) < 0.5
    );
  return false;
};

const minValuesToCompare = 10;
const maxSharedValues = 0.2;

/** Whether an address column repeats a few values: those of sellers, offices or forms, not of the people. */
const isRepeated = (values: readonly string[]): boolean =>
  values.length >= minValuesToCompare &&
  new Set(values.map((value) => value.trim().toLowerCase())).size < values.length * maxSharedValues;

const money = /^[+-]?\s*(?:us)?[$€]\s*\d|^\d[\d.,]*\s*(?:\$|usd|€)$/i;

/** The kind of a new field that the values suggest. */
export const guessFieldKind = (values: readonly string[]): PersonFieldKind => {
  if (share(values, (value) => money.test(value.trim())) >= 0.3) return "money";
  if (share(values, (value) => /^[+-]?\d+(?:[.,]\d+)?$/.test(value.trim())) >= 0.9) return "number";
  if (share(values, (value) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}$/.test(value.trim())) >= 0.8) return "date";
  if (share(values, (value) => readAgreement(value) !== undefined) >= 0.9) return "yes_no";
  if (share(values, (value) => /^https:\/\//.test(value)) >= 0.9) return "link";
  return "text";
};

const once: ReadonlySet<ImportTarget> = new Set([
  "id",
  "fullName",
  "firstName",
  "middleName",
  "lastName",
  "secondLastName",
  "createdAt",
  "status",
  "type",
  "owner",
]);

type FileNames = { fields: readonly FieldInfo[]; country: Country };

const skipped = (header: string, values: readonly string[]): RecognisedColumn => ({
  guess: { ...plainColumn("skip"), ...suggestField(header, values) },
  question: values.length > 0 ? { code: "not_matched" } : null,
});

/** An address column with its label; one whose values repeat is never the person's. */
const recogniseAddress = (
  target: "email" | "phone",
  header: string,
  values: readonly string[],
): RecognisedColumn => {
  if (isRepeated(values))
    return {
      guess: { ...plainColumn("skip"), ...suggestField(header, values) },
      question: { code: "repeated_values", distinct: new Set(values).size, of: values.length },
    };
  const words = foldWords(header);
  return {
    guess: { ...plainColumn(target), label: findAddressLabel(words), isMain: isMainAddress(words) },
    question: null,
  };
};

/** Company and street: a custom field of the workspace, else a new one. */
const recogniseCommonField = (
  header: string,
  values: readonly string[],
  { fields }: FileNames,
  used: Set<string>,
): RecognisedColumn | undefined => {
  const words = foldWords(header);
  const known = commonFields.find(
    ({ pattern }) => pattern.test(words) || pattern.test(words.replace(recordPrefix, "")),
  );
  if (!known || used.has(known.name) || values.length === 0) return undefined;
  if (share(values, (value) => value.includes("@")) >= 0.5) return undefined;
  used.add(known.name);
  const field = fields.find(({ key, labels }) =>
    [key, ...labels].some((label) => known.labels.includes(foldHeader(label))),
  );
  if (field) return { guess: { ...plainColumn("field"), field: field.key }, question: null };
  return {
    guess: { ...plainColumn("newField"), newField: { label: cutText(header, 200), kind: "text" } },
    question: null,
  };
};

/** Finds where the columns of a file go, from their names in English or Spanish and from their values. */
export const recogniseColumns = (
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  names: FileNames,
): RecognisedColumn[] => {
  const used = new Set<ImportTarget>();
  const usedFields = new Set<string>();
  const fieldByLabel = new Map(
    names.fields.flatMap(({ key, labels }) =>
      [key, ...labels].map((label) => [foldHeader(label), key] as const),
    ),
  );
  const recognise = (header: string, values: readonly string[]): RecognisedColumn => {
    const exported = targetOfExport(header);
    if (exported === "skip") return { guess: plainColumn("skip"), question: null };
    const key = exported ? undefined : fieldByLabel.get(foldHeader(columnField(header) ?? header));
    if (key !== undefined)
      return withDates(
        { guess: { ...plainColumn("field"), field: key }, question: null },
        values,
        names.country,
      );
    const common = exported ? undefined : recogniseCommonField(header, values, names, usedFields);
    if (common) return common;
    const named = exported ?? targetOfHeader(header);
    const target = named && !contradicts(named, values) ? named : targetOfValues(values);
    if (target === undefined || target === "skip" || (used.has(target) && once.has(target)))
      return skipped(header, values);
    const column: RecognisedColumn =
      (target === "email" || target === "phone") && exported === undefined
        ? recogniseAddress(target, header, values)
        : { guess: plainColumn(target), question: questionOf(target) };
    used.add(column.guess.target);
    return withDates(column, values, names.country);
  };
  const columns = headers.map((header, index) => recognise(header, samples[index] ?? []));
  const isOwnersFile = !personTargets.some((target) => used.has(target));
  // In a list of properties the owner is the person.
  if (isOwnersFile)
    for (const [index, header] of headers.entries()) {
      const person = withoutOwner(foldWords(header));
      if (person !== undefined && !isRepeated(samples[index] ?? []))
        columns[index] = recognise(person, samples[index] ?? []);
    }
  // "Nombre" without a column of surnames holds whole names, if its values have several words.
  for (const [index, header] of headers.entries()) {
    const isWhole =
      foldWords(header) === "nombre" &&
      share(samples[index] ?? [], (value) => /\S\s+\S/.test(value.trim())) >= 0.5;
    const column = columns[index];
    if (isWhole && !used.has("lastName") && column?.guess.target === "firstName")
      columns[index] = { ...column, guess: { ...column.guess, target: "fullName" } };
  }
  return withCompanyNames(withoutRepeatedNames(columns, used), headers, used);
};

/** In a list of companies the company is the person. */
const withCompanyNames = (
  columns: RecognisedColumn[],
  headers: readonly string[],
  used: ReadonlySet<ImportTarget>,
): RecognisedColumn[] => {
  if (nameTargets.some((target) => used.has(target))) return columns;
  const company = headers.findIndex((header) => commonFields[0]?.pattern.test(foldWords(header)));
  return columns.map((column, index) =>
    index === company && column.guess.target === "newField"
      ? { ...column, guess: plainColumn("fullName") }
      : column,
  );
};

const nameTargets: readonly ImportTarget[] = ["fullName", "firstName", "lastName"];
const personTargets: readonly ImportTarget[] = [...nameTargets, "email", "phone"];

/** "Nombre" beside "Apellidos" is a first name; "Name" beside both names says the same again. */
const withoutRepeatedNames = (
  columns: RecognisedColumn[],
  used: ReadonlySet<ImportTarget>,
): RecognisedColumn[] =>
  columns.map((column) => {
    if (column.guess.target !== "fullName" || !used.has("lastName")) return column;
    return used.has("firstName")
      ? { guess: plainColumn("skip"), question: null }
      : { ...column, guess: { ...column.guess, target: "firstName" } };
  });

/** What a new field for the column would be, should the operator want one. */
const suggestField = (header: string, values: readonly string[]): Pick<ImportColumn, "newField"> =>
  values.length === 0 ? {} : { newField: { label: cutText(header, 200), kind: guessFieldKind(values) } };

const questionOf = (target: ImportTarget): ColumnQuestion | null =>
  target.startsWith("consent.") ? { code: "proof_needed" } : null;

/** In the United States a date that may be read both ways is month first; elsewhere day first. */
const withDates = (
  column: RecognisedColumn,
  values: readonly string[],
  country: Country,
): RecognisedColumn => {
  const isDate = column.guess.target === "createdAt" || column.guess.target === "field";
  if (!isDate || !hasNumericDates(values)) return column;
  const { dayFirst, isMixed } = findDayFirst(values);
  const guess = { ...column.guess, dayFirst: dayFirst ?? !["US", "PR"].includes(country) };
  if (isMixed) return { guess, question: { code: "mixed_dates" } };
  return {
    guess,
    question:
      dayFirst === null ? { code: "day_first", dayFirst: guess.dayFirst, example: values[0] ?? "" } : null,
  };
};
