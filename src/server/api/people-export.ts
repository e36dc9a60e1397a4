import { foldHeader } from "#domain/import/fold-header.ts";
import { escapeFormula } from "#domain/import/formula-escape.ts";
import { joinList } from "#domain/import/list-cell.ts";
import type { Language } from "#domain/language.ts";
import { columnField, type ExportColumn, exportColumns } from "#domain/people/export-columns.ts";
import { exportTitles } from "#domain/people/export-titles.ts";
import { fieldCell, type FieldDefinition as PersonFieldDefinition } from "#domain/people/field-kinds.ts";
import { columnsFor } from "#domain/people/person-columns.ts";
import { consentKinds } from "#domain/person.ts";
import {
  consentStateLabels,
  labelOf,
  languageLabels,
  personStatusLabels,
  personTypeLabels,
  type ValueLabels,
  yesNoLabels,
} from "#domain/texts/value-labels.ts";
import type { ExportedPerson } from "#server/store/people/export-people.ts";

/** A list is one cell of a table. */
type ExportValue = string | number | boolean | string[] | null;

export type ExportCell = string | number | null;

type ReadColumn = (person: ExportedPerson) => ExportValue;

/** The newest record counts; a flag without a record was claimed without proof. */
const readConsent = (channel: string): ReadColumn => {
  return ({ consents, recorded }) =>
    recorded[channel] ??
    (consents[channel] === true ? "unproven" : consents[channel] === false ? "denied" : null);
};

const readConsents = Object.fromEntries(
  consentKinds.map((kind) => [`consent.${kind}`, readConsent(kind)]),
) as Record<`consent.${(typeof consentKinds)[number]}`, ReadColumn>;

const columnReaders = Object.fromEntries(
  columnsFor("export").map((name): [string, ReadColumn] => [name, (person) => person[name]]),
) as Record<ReturnType<typeof columnsFor<"export">>[number], ReadColumn>;

const readers: Record<ExportColumn, ReadColumn> = {
  ...columnReaders,
  furtherEmails: ({ furtherEmails }) => furtherEmails,
  furtherPhones: ({ furtherPhones }) => furtherPhones,
  source: ({ sources }) => sources,
  owner: ({ owner }) => owner,
  ...readConsents,
  dnc: ({ consents }) => (typeof consents.dnc === "boolean" ? consents.dnc : null),
  intentScore: ({ intentScore }) => intentScore,
  propensityToBuy: ({ propensityToBuy }) => propensityToBuy,
  churnRisk: ({ churnRisk }) => churnRisk,
  createdAt: ({ createdAt }) => new Date(createdAt).toISOString(),
  updatedAt: ({ updatedAt }) => new Date(updatedAt).toISOString(),
};

const isExportColumn = (name: string): name is ExportColumn =>
  (exportColumns as readonly string[]).includes(name);

const toExportValue = (stored: unknown): ExportValue => {
  if (stored === undefined || stored === null) return null;
  if (typeof stored === "string" || typeof stored === "number" || typeof stored === "boolean") return stored;
  return Array.isArray(stored) ? stored.map(String) : JSON.stringify(stored);
};

export type ExportTable = {
  /** The names of the columns as they are chosen: `email`, `field.plan`. */
  columns: string[];
  /** The headings of the file, by which an import recognises the columns. */
  headers: string[];
  read: (person: ExportedPerson) => ExportValue[];
  /** The same values as cells of a table. */
  readCells: (person: ExportedPerson) => ExportCell[];
};

type ColumnReader = { header: string; read: ReadColumn; readCell: (person: ExportedPerson) => ExportCell };

export type ExportedField = PersonFieldDefinition & { label: Record<Language, string> };

const flagLabels: ValueLabels<"true" | "false"> = { true: yesNoLabels.yes, false: yesNoLabels.no };

/** The words of values that are one of a list. */
const cellLabels: Partial<Record<ExportColumn, ValueLabels<string>>> = {
  type: personTypeLabels,
  status: personStatusLabels,
  language: languageLabels,
  "consent.sms": consentStateLabels,
  "consent.whatsapp": consentStateLabels,
  "consent.call": consentStateLabels,
  "consent.email": consentStateLabels,
  dnc: flagLabels,
};

const inWords = (
  cell: ExportCell,
  labels: ValueLabels<string> | undefined,
  language: Language | null,
): ExportCell =>
  labels && language !== null && typeof cell === "string" ? labelOf(labels, cell, language) : cell;

const columnWords: ReadonlySet<string> = new Set(
  exportColumns.flatMap((column) => [column, ...Object.values(exportTitles[column])]).map(foldHeader),
);

/** How many custom fields an import would recognise by a heading. */
const countFieldsNamed = (heading: string, fields: ReadonlyMap<string, ExportedField>): number =>
  [...fields].filter(([key, { label }]) =>
    [key, ...Object.values(label)].some((name) => foldHeader(name) === foldHeader(heading)),
  ).length;

const readerOf = (
  column: string,
  fields: ReadonlyMap<string, ExportedField>,
  language: Language | null,
): ColumnReader | undefined => {
  if (isExportColumn(column)) {
    const read = readers[column];
    return {
      // Where a custom field has the same words, the name tells an import which of the two it is.
      header:
        language === null || countFieldsNamed(exportTitles[column][language], fields) > 0
          ? column
          : exportTitles[column][language],
      read,
      readCell: (person) => inWords(toCell(read(person)), cellLabels[column], language),
    };
  }
  const key = columnField(column);
  const field = key === undefined ? undefined : fields.get(key);
  if (key === undefined || !field) return undefined;
  const read: ReadColumn = ({ fields: values }) => toExportValue(values[key]);
  // A key that is also the name of a column keeps its prefix, so that an import tells the two apart.
  const name = isExportColumn(key) ? column : key;
  const label = language === null ? name : field.label[language];
  return {
    header: countFieldsNamed(label, fields) === 1 && !columnWords.has(foldHeader(label)) ? label : name,
    read,
    readCell: (person) => {
      const value = person.fields[key];
      if (field.kind === "number" && typeof value === "number") return value;
      const labels = field.kind === "yes_no" ? yesNoLabels : undefined;
      return inWords(fieldCell(value, field) || null, labels, language);
    },
  };
};

/** The table of these columns, whose names must exist, in words of the language or with the names of the API. */
export const exportTable = (
  columns: string[],
  fields: ReadonlyMap<string, ExportedField>,
  language: Language | null,
): ExportTable => {
  const found = columns.map((column) => {
    const reader = readerOf(column, fields, language);
    if (!reader) throw new Error(`There is no column ${column}`);
    return reader;
  });
  return {
    columns,
    headers: found.map(({ header }) => header),
    read: (person) => found.map(({ read }) => read(person)),
    readCells: (person) => found.map(({ readCell }) => readCell(person)),
  };
};

/** A value as one cell; the import splits lists at the same sign. */
const toCell = (value: ExportValue): ExportCell => {
  if (Array.isArray(value)) return value.length === 0 ? null : joinList(value);
  return typeof value === "boolean" ? String(value) : value;
};

const toCsvCell = (cell: ExportCell): string =>
  `"${(typeof cell === "string" ? escapeFormula(cell) : String(cell ?? "")).replaceAll('"', '""')}"`;

const toCsvLine = (cells: ExportCell[]): string => `${cells.map(toCsvCell).join(",")}\r\n`;

/** Starts with a byte order mark, without which spreadsheets misread accents. */
export async function* toPeopleCsv(
  { headers, readCells }: ExportTable,
  pages: AsyncIterable<ExportedPerson[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${toCsvLine(headers)}`;
  for await (const people of pages) yield people.map((person) => toCsvLine(readCells(person))).join("");
}

export async function* toPeopleJsonLines(
  { headers, read }: ExportTable,
  pages: AsyncIterable<ExportedPerson[]>,
): AsyncGenerator<string> {
  const toLine = (person: ExportedPerson): string => {
    const values = read(person);
    return `${JSON.stringify(Object.fromEntries(headers.map((header, index) => [header, values[index]])))}\n`;
  };
  for await (const people of pages) yield people.map(toLine).join("");
}
