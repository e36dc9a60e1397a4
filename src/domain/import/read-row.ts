import type { Country } from "#domain/country.ts";
import { splitFullName } from "#domain/ingestion/full-name.ts";
import type { FieldDefinition } from "#domain/people/field-kinds.ts";
import type { PersonColumnName, PersonValues } from "#domain/people/person-columns.ts";
import { cutText } from "#domain/storable-text.ts";
import { type AddressUse, phoneRank, readAddressLabel } from "./address-label.ts";
import { foldHeader } from "./fold-header.ts";
import { unescapeFormula } from "./formula-escape.ts";
import type { ImportColumn, ImportOptions } from "./import-options.ts";
import { answerOf, type ImportProblem } from "./import-problems.ts";
import { splitList } from "./list-cell.ts";
import { findNotAPerson } from "./not-a-person.ts";
import { type CellContext, type CellReading, hasUsZips, readCell } from "./read-cell.ts";
import { isRefusalWord } from "./word-lists.ts";

export const consentKeys = ["sms", "whatsapp", "call", "email"] as const;
export type ConsentKey = (typeof consentKeys)[number];

/** A row as it was read; what the row does not give is absent. */
export type ReadRow = {
  line: number;
  values: { [Name in PersonColumnName]?: NonNullable<PersonValues[Name]> };
  /** Further addresses, from a second column of the same kind. */
  otherEmails: string[];
  otherPhones: string[];
  consents: Partial<Record<ConsentKey, boolean>>;
  /** Channels whose agreement the file itself calls unproven. */
  unproven: ConsentKey[];
  /** Addresses as the file writes them, by what was read. */
  written: Record<string, string>;
  /** What addresses are used for, by address. */
  labels: Record<string, string>;
  dnc: boolean;
  /** Channels on which the row opts out. */
  optOuts: ConsentKey[];
  note: string | null;
  /** Fields whose cell is blank in a column where that empties the field. */
  cleared: string[];
  problems: ImportProblem[];
  /** The problem for which the row is left out. */
  refusal: ImportProblem | null;
};

/** What rows are read with: fixed for a whole import. */
export type RowReader = {
  headers: readonly string[];
  columns: readonly ImportColumn[];
  options: ImportOptions;
  country: Country;
  owners: ReadonlyMap<string, string>;
  fields: ReadonlyMap<string, FieldDefinition>;
  now: number;
};

/** The key of the custom field that a column goes to. */
export const fieldKeyOf = ({ target, field }: ImportColumn): string | undefined =>
  target === "field" || target === "newField" ? field : undefined;

const fieldTargets: Partial<Record<ImportColumn["target"], string>> = {
  source: "sources",
  owner: "assignedAgentId",
  middleName: "firstName",
  secondLastName: "lastName",
};
/** The name of what a column changes, as `before` and `after` call it. */
export const changedName = (column: ImportColumn): string => {
  const key = fieldKeyOf(column);
  return key === undefined ? (fieldTargets[column.target] ?? column.target) : `fields.${key}`;
};

const contextOf = (reader: RowReader, column: ImportColumn): CellContext => {
  const key = fieldKeyOf(column);
  return {
    country: reader.country,
    mend: reader.options.mend,
    dayFirst: column.dayFirst,
    owners: reader.owners,
    now: reader.now,
    field: key === undefined ? undefined : reader.fields.get(key),
  };
};

/** Columns that give only a part of what they change. */
const isPartOfField = ({ target }: ImportColumn): boolean =>
  target === "middleName" ||
  target === "secondLastName" ||
  target === "country" ||
  target === "label" ||
  target.startsWith("optOut.");

const listTargets = new Set(["tags", "sources"]);

const emptyRow = (line: number): ReadRow => ({
  line,
  values: {},
  otherEmails: [],
  otherPhones: [],
  consents: {},
  unproven: [],
  written: {},
  labels: {},
  dnc: false,
  optOuts: [],
  note: null,
  cleared: [],
  problems: [],
  refusal: null,
});

type FoundAddress = { value: string; rank: number };

/** What is put together from several cells of a row. */
type RowParts = {
  fullName?: string;
  middleName?: string;
  secondLastName?: string;
  country?: Country;
  emails: FoundAddress[];
  phones: FoundAddress[];
  /** The label of the next address. */
  use: AddressUse | null;
};

const optOutChannels: Partial<Record<ImportColumn["target"], readonly ConsentKey[]>> = {
  "optOut.email": ["email"],
  "optOut.sms": ["sms"],
  "optOut.whatsapp": ["whatsapp"],
  "optOut.phone": ["sms", "whatsapp", "call"],
};

const storeAddress = (row: ReadRow, parts: RowParts, column: ImportColumn, value: string): void => {
  const label = parts.use?.label ?? column.label;
  const isMain = column.isMain || parts.use?.isMain === true;
  const list = column.target === "email" ? parts.emails : parts.phones;
  const rank = column.target === "phone" ? phoneRank(label, isMain) : isMain ? 0 : 1;
  if (!list.some((address) => address.value === value)) list.push({ value, rank });
  if (label !== null) row.labels[value] ??= label;
};

const storeConsent = (row: ReadRow, channel: ConsentKey, value: unknown, text: string): void => {
  // Of two columns for one channel, a refusal counts.
  row.consents[channel] = value !== false && row.consents[channel] !== false;
  if (value === "unproven") row.unproven.push(channel);
  if (value === false && isRefusalWord(text)) row.optOuts.push(channel);
};

const store = (row: ReadRow, parts: RowParts, column: ImportColumn, value: unknown, text: string): void => {
  const { target } = column;
  const { values } = row;
  const name = changedName(column);
  if (target === "fullName" || target === "middleName" || target === "secondLastName")
    parts[target] ??= String(value);
  else if (target === "country") parts.country ??= value as Country;
  else if (target === "label") parts.use = readAddressLabel(String(value));
  else if (target === "email" || target === "phone") storeAddress(row, parts, column, String(value));
  else if (target === "note") row.note = row.note === null ? String(value) : `${row.note}\n${String(value)}`;
  else if (target === "dnc") row.dnc ||= value === true;
  else if (target.startsWith("optOut.")) {
    if (value === true) row.optOuts.push(...(optOutChannels[target] ?? []));
  } else if (target.startsWith("consent."))
    storeConsent(row, target.slice("consent.".length) as ConsentKey, value, text);
  else if (name.startsWith("fields.")) values.fields = { ...values.fields, [name.slice(7)]: value };
  else if (listTargets.has(name)) {
    const list = name as "tags" | "sources";
    values[list] = [...new Set([...(values[list] ?? []), ...(value as string[])])];
  } else Object.assign(values, name in values ? {} : { [name]: value });
};

const byRank = (addresses: readonly FoundAddress[]): string[] =>
  addresses.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value);

const joinNames = (first: string | undefined, second: string | undefined): string | undefined =>
  [first, second].filter(Boolean).join(" ") || undefined;

/** Puts names and addresses together once all cells are read. */
const completeRow = (row: ReadRow, parts: RowParts): void => {
  const { values } = row;
  // Columns of their own know better where a name is split.
  if (parts.fullName !== undefined && values.firstName === undefined && values.lastName === undefined)
    Object.assign(values, splitFullName(parts.fullName));
  const firstName = joinNames(values.firstName, parts.middleName);
  const lastName = joinNames(values.lastName, parts.secondLastName);
  if (firstName !== undefined) values.firstName = firstName;
  if (lastName !== undefined) values.lastName = lastName;
  const [email, ...otherEmails] = byRank(parts.emails);
  const [phone, ...otherPhones] = byRank(parts.phones);
  if (email !== undefined) values.email = email;
  if (phone !== undefined) values.phone = phone;
  Object.assign(row, { otherEmails, otherPhones });
  // Outside the United States the country stands for a region that is not given.
  if (parts.country && !hasUsZips(parts.country)) values.region ??= parts.country;
  row.optOuts = [...new Set(row.optOuts)];
  // A person who opts out in one column agrees to nothing in another.
  for (const channel of consentKeys)
    if (row.optOuts.includes(channel)) row.consents[channel] = false;
    else if (row.dnc && row.consents[channel] === true) delete row.consents[channel];
};

const separator = ":::";
/** A first look, because few tags are refusals. */
const mayRefuse = /no |not|dnc|opt|unsub|desus|baja|stop|never|nunca|compl|spam|remov|suppr/i;

/** A cell may hold several addresses. Google separates several values of any kind with three colons. */
const partsOf = (text: string, { target }: ImportColumn): string[] => {
  if (target === "tags") return [text];
  if (target !== "email" && target !== "phone")
    return text.includes(separator) ? [text.slice(0, text.indexOf(separator)).trim()] : [text];
  const parts = text
    .split(/:::|[;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.length > 1 ? parts : [text];
};

/** Words of a stage or a tag that forbid contact with the person. */
const noteRefusal = (row: ReadRow, { target }: ImportColumn, text: string): boolean => {
  if (target === "status" && isRefusalWord(text)) {
    row.dnc = true;
    return true;
  }
  if (target === "tags" && mayRefuse.test(text) && splitList(text, 60).some(isRefusalWord)) row.dnc = true;
  return false;
};

const refusalOf = (
  row: ReadRow,
  cells: readonly string[],
  { headers, options }: RowReader,
  foldedHeaders: readonly string[],
): ImportProblem | undefined => {
  const { values } = row;
  const name = [values.firstName, values.lastName].filter(Boolean).join(" ") || undefined;
  const word = findNotAPerson(cells, foldedHeaders, name);
  if (word !== undefined) return { code: "not_a_person", value: cutText(word, 80) };
  const overflow =
    cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== "");
  if (overflow) return { code: "ragged_row", cells: cells.length, columns: headers.length };
  const hasKey = options.matchBy === "id" ? values.id !== undefined : undefined;
  if (hasKey === false) return { code: "no_key" };
  // A row with an id may name a person who is here; whether it does is known when it is matched.
  if (hasKey === undefined && values.id === undefined && lacksAddress(row, options))
    return { code: "no_address" };
  return undefined;
};

/** A row without an address and a name, or one whose name alone is not enough by the operator's answer. */
export const lacksAddress = ({ values }: ReadRow, { answers }: Pick<ImportOptions, "answers">): boolean =>
  values.email === undefined &&
  values.phone === undefined &&
  (!(values.firstName || values.lastName) || answerOf("no_address", answers) === "leave_out");

/** Reads the cells of a row. A cell that does not read is left empty, or its row left out, as the operator answered. */
export const createRowReader = (reader: RowReader): ((line: number, cells: readonly string[]) => ReadRow) => {
  const contexts = reader.columns.map((column) => contextOf(reader, column));
  const foldedHeaders = reader.headers.map(foldHeader);
  const indexes = reader.columns.map((_, index) => index);
  const isCountry = (index: number): boolean => reader.columns[index]?.target === "country";
  const order = [...indexes.filter(isCountry), ...indexes.filter((index) => !isCountry(index))];
  return (line, cells) => {
    const row = emptyRow(line);
    const parts: RowParts = { emails: [], phones: [], use: null };
    const readColumn = (index: number): void => {
      const column = reader.columns[index];
      const shared = contexts[index];
      if (!column || column.target === "skip" || !shared) return;
      const text = unescapeFormula((cells[index] ?? "").trim());
      const isAddress = column.target === "email" || column.target === "phone";
      if (text === "") {
        if (column.blankClears && !isPartOfField(column)) row.cleared.push(changedName(column));
        if (isAddress) parts.use = null;
        return;
      }
      if (noteRefusal(row, column, text)) return;
      const context = parts.country ? { ...shared, country: parts.country } : shared;
      // A fax is no way to reach a person.
      for (const part of column.target === "phone" && parts.use?.isNoPhone ? [] : partsOf(text, column)) {
        const reading: CellReading = readCell(part, column, context);
        if ("problem" in reading) {
          row.problems.push({ ...reading.problem, column: index });
          if (answerOf(reading.problem.code, reader.options.answers) === "leave_out")
            row.refusal ??= reading.problem;
          continue;
        }
        if (reading.mended) {
          row.problems.push({ ...reading.mended, column: index });
          if (column.target === "email") row.written[String(reading.value)] = part.toLowerCase();
        }
        if (reading.value !== null) store(row, parts, column, reading.value, part);
      }
      if (isAddress) parts.use = null;
    };
    // The country first, because it decides how numbers and postal codes are read.
    for (const index of order) readColumn(index);
    completeRow(row, parts);
    const refusal = refusalOf(row, cells, reader, foldedHeaders);
    if (refusal) {
      row.problems.push(refusal);
      row.refusal = refusal;
    }
    return row;
  };
};
