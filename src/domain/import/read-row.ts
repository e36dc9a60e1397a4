import type { Country } from "#domain/country.ts";
import { splitFullName } from "#domain/ingestion/full-name.ts";
import type { FieldDefinition } from "#domain/people/field-kinds.ts";
import { foldHeader } from "./fold-header.ts";
import { unescapeFormula } from "./formula-escape.ts";
import type { ImportColumn, ImportOptions } from "./import-options.ts";
import { answerOf, type ImportProblem } from "./import-problems.ts";
import { findNotAPerson } from "./not-a-person.ts";
import { type CellContext, type CellReading, readCell } from "./read-cell.ts";

export type ConsentKey = "sms" | "whatsapp" | "call" | "email";

/** A row as it was read; what the row does not give is absent. */
export type ReadRow = {
  line: number;
  values: {
    id?: string;
    firstName?: string;
    lastName?: string;
    email?: string;
    phone?: string;
    language?: string;
    zip?: string;
    region?: string;
    town?: string;
    timezone?: string;
    type?: string;
    status?: string;
    assignedAgentId?: string;
    /** Milliseconds since 1970. */
    createdAt?: number;
    tags?: string[];
    sources?: string[];
    fields?: Record<string, unknown>;
  };
  /** Further addresses, from a second column of the same kind. */
  otherEmails: string[];
  otherPhones: string[];
  consents: Partial<Record<ConsentKey, boolean>>;
  /** Channels whose agreement the file itself calls unproven. */
  unproven: ConsentKey[];
  /** Addresses as the file writes them, by what was read. */
  written: Record<string, string>;
  dnc: boolean;
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

const listTargets = new Set(["tags", "sources"]);

const emptyRow = (line: number): ReadRow => ({
  line,
  values: {},
  otherEmails: [],
  otherPhones: [],
  consents: {},
  unproven: [],
  written: {},
  dnc: false,
  note: null,
  cleared: [],
  problems: [],
  refusal: null,
});

const store = (row: ReadRow, column: ImportColumn, value: unknown): void => {
  const { target } = column;
  const { values } = row;
  const name = changedName(column);
  if (target === "fullName") {
    const { firstName, lastName } = splitFullName(String(value));
    if (firstName !== undefined) values.firstName ??= firstName;
    if (lastName !== undefined) values.lastName ??= lastName;
  } else if (target === "email" && values.email !== undefined) row.otherEmails.push(String(value));
  else if (target === "phone" && values.phone !== undefined) row.otherPhones.push(String(value));
  else if (target === "note") row.note = row.note === null ? String(value) : `${row.note}\n${String(value)}`;
  else if (target === "dnc") row.dnc ||= value === true;
  else if (target.startsWith("consent.")) {
    const channel = target.slice("consent.".length) as ConsentKey;
    // Of two columns for one channel, a refusal counts.
    row.consents[channel] = value !== false && row.consents[channel] !== false;
    if (value === "unproven") row.unproven.push(channel);
  } else if (name.startsWith("fields.")) values.fields = { ...values.fields, [name.slice(7)]: value };
  else if (listTargets.has(name)) {
    const list = name as "tags" | "sources";
    values[list] = [...new Set([...(values[list] ?? []), ...(value as string[])])];
  } else Object.assign(values, name in values ? {} : { [name]: value });
};

/** A cell may hold several addresses. */
const partsOf = (text: string, { target }: ImportColumn): string[] => {
  if (target !== "email" && target !== "phone") return [text];
  const parts = text
    .split(/[;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.length > 1 ? parts : [text];
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
  if (word !== undefined) return { code: "not_a_person", value: word.slice(0, 80) };
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
  return (line, cells) => {
    const row = emptyRow(line);
    reader.columns.forEach((column, index) => {
      const context = contexts[index];
      if (column.target === "skip" || !context) return;
      const text = unescapeFormula((cells[index] ?? "").trim());
      if (text === "") {
        if (column.blankClears) row.cleared.push(changedName(column));
        return;
      }
      for (const part of partsOf(text, column)) {
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
        if (reading.value !== null) store(row, column, reading.value);
      }
    });
    const refusal = refusalOf(row, cells, reader, foldedHeaders);
    if (refusal) {
      row.problems.push(refusal);
      row.refusal = refusal;
    }
    return row;
  };
};
