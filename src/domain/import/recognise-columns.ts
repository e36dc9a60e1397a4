import type { CodedReason } from "#domain/coded-reason.ts";
import type { Country } from "#domain/country.ts";
import { fieldMeaning } from "#domain/ingestion/field-meaning.ts";
import { emailConfidence, isClearlyPhone } from "#domain/ingestion/value-shapes.ts";
import { parseLanguage } from "#domain/language.ts";
import { columnField, type ExportColumn, exportColumns } from "#domain/people/export-columns.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";
import { findDayFirst, hasNumericDates } from "./date-order.ts";
import { foldHeader } from "./fold-header.ts";
import { headerTargets } from "./header-words.ts";
import { type ImportColumn, type ImportTarget, importTargets } from "./import-options.ts";
import { isKnownTown } from "./towns.ts";
import { isUnproven, readAgreement, readPersonStatus, readPersonType } from "./word-lists.ts";

/** What the operator should look at. */
export type ColumnQuestion = CodedReason<
  "proof_needed" | "day_first" | "mixed_dates" | "same_target" | "not_matched"
>;

export type RecognisedColumn = { guess: ImportColumn; question: ColumnQuestion | null };

type FieldInfo = { key: string; labels: readonly string[] };

export const plainColumn = (target: ImportTarget): ImportColumn => ({
  target,
  mode: target === "tags" || target === "source" ? "append" : "fill",
  blankClears: false,
  dayFirst: null,
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
  const name = exportColumns.find((column) => column === header);
  return name && (exportTargets[name] ?? importTargets.find((target) => target === name));
};

/** What the name says, in either language. */
const targetOfHeader = (header: string): ImportTarget | undefined => {
  const folded = foldHeader(header);
  if (folded === "") return undefined;
  const listed = headerTargets.find(({ pattern }) => pattern.test(folded))?.target;
  if (listed) return listed;
  const meaning = fieldMeaning(header);
  if (meaning.isCompanyField) return undefined;
  const weights: [ImportTarget, number][] = [
    ["email", meaning.email],
    ["phone", meaning.phone],
    ["firstName", meaning.firstName],
    ["lastName", meaning.lastName],
    ["fullName", meaning.fullName],
    ["language", meaning.language],
    ["zip", meaning.zip],
    ["region", meaning.region],
    ["town", meaning.town],
    ["note", meaning.message],
  ];
  const best = weights.reduce((a, b) => (b[1] > a[1] ? b : a));
  return best[1] > 0 ? best[0] : undefined;
};

/** What the values show, where the name says nothing. */
const targetOfValues = (values: readonly string[]): ImportTarget | undefined => {
  if (values.length === 0) return undefined;
  if (share(values, (value) => emailConfidence(value) !== 0) >= certain) return "email";
  if (share(values, isClearlyPhone) >= certain) return "phone";
  if (share(values, isKnownTown) >= certain) return "town";
  if (share(values, (value) => value.length > 1 && parseLanguage(value) !== undefined) >= 0.9)
    return "language";
  if (share(values, (value) => readPersonType(value) !== undefined) >= 0.9) return "type";
  if (share(values, (value) => readPersonStatus(value) !== undefined) >= 0.9) return "status";
  return undefined;
};

/** Values that contradict a name: a column "Phone" that holds Yes and No is no phone number. */
const contradicts = (target: ImportTarget, values: readonly string[]): boolean => {
  if (values.length < 3) return false;
  if (target === "email") return share(values, (value) => value.includes("@")) < 0.1;
  if (target === "phone") return share(values, (value) => /\d/.test(value)) < 0.1;
  if (target === "id") return share(values, (value) => /^[\da-f]{8}-/i.test(value)) < certain;
  if (target.startsWith("consent.") || target === "dnc")
    return share(values, (value) => isUnproven(value) || readAgreement(value) !== undefined) < 0.5;
  return false;
};

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
  "lastName",
  "createdAt",
  "status",
  "type",
]);

/** Finds where the columns of a file go, from their names in English or Spanish and from their values. */
export const recogniseColumns = (
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  { fields, country }: { fields: readonly FieldInfo[]; country: Country },
): RecognisedColumn[] => {
  const used = new Set<ImportTarget>();
  const fieldByLabel = new Map(
    fields.flatMap(({ key, labels }) => [key, ...labels].map((label) => [foldHeader(label), key] as const)),
  );
  const columns = headers.map((header, index): RecognisedColumn => {
    const values = samples[index] ?? [];
    const exported = targetOfExport(header);
    if (exported === "skip") return { guess: plainColumn("skip"), question: null };
    const key = exported ? undefined : fieldByLabel.get(foldHeader(columnField(header) ?? header));
    if (key !== undefined)
      return withDates({ guess: { ...plainColumn("field"), field: key }, question: null }, values, country);
    const named = exported ?? targetOfHeader(header);
    const target = named && !contradicts(named, values) ? named : targetOfValues(values);
    if (target === undefined || (used.has(target) && once.has(target)))
      return {
        guess: { ...plainColumn("skip"), ...suggestField(header, values) },
        question: values.length > 0 ? { code: "not_matched" } : null,
      };
    used.add(target);
    return withDates({ guess: plainColumn(target), question: questionOf(target) }, values, country);
  });
  // "Nombre" beside "Apellidos" is a first name.
  if (used.has("lastName") && used.has("fullName") && !used.has("firstName"))
    for (const column of columns)
      if (column.guess.target === "fullName") column.guess = { ...column.guess, target: "firstName" };
  return columns;
};

/** What a new field for the column would be, should the operator want one. */
const suggestField = (header: string, values: readonly string[]): Pick<ImportColumn, "newField"> =>
  values.length === 0 ? {} : { newField: { label: header.slice(0, 200), kind: guessFieldKind(values) } };

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
