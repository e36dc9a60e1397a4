import { columnsOfTable } from "#domain/figures/table-columns.ts";
import { rowKindTexts, rowText, tableTexts, totalText } from "#domain/figures/table-texts.ts";
import { type MeasuredTable, type ReportCells, type RowKind, reportTables } from "#domain/figures/tables.ts";
import { escapeFormula } from "#domain/import/formula-escape.ts";
import type { Language } from "#domain/language.ts";
import { type SheetCell, workbookParts } from "./xlsx.ts";
import { streamZip } from "./zip.ts";

export const reportFileTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

type FileOptions = {
  format: keyof typeof reportFileTypes;
  /** Null for the names of the API. */
  language: Language | null;
  /** Names of users, rules and templates by the keys of their rows. */
  labels: ReadonlyMap<string, string>;
  now: Date;
};

const toCells = (
  { name, rows, total }: MeasuredTable,
  { language, labels }: FileOptions,
): { header: string[]; rows: SheetCell[][] } => {
  const columns = columnsOfTable(name);
  const kind: RowKind = reportTables[name].rows;
  const read = (cells: ReportCells): SheetCell[] =>
    columns.map(({ figure, read: readPart }) => {
      const cell = cells[figure];
      return cell === undefined ? null : readPart(cell);
    });
  const label = (key: string) =>
    language === null ? key : rowText(kind, key, labels.get(key) ?? null, language);
  return {
    header: [
      language === null ? kind : rowKindTexts[kind][language],
      ...columns.map(({ name: machine, title }) => (language === null ? machine : title[language])),
    ],
    rows: [
      ...rows.map(({ key, cells }) => [label(key), ...read(cells)]),
      [totalText[language ?? "en"], ...read(total)],
    ],
  };
};

const csvCell = (cell: SheetCell): string =>
  typeof cell === "number" ? String(cell) : `"${escapeFormula(cell ?? "").replaceAll('"', '""')}"`;

/** Starts with a byte order mark, without which spreadsheets misread accents. */
async function* toCsv({ header, rows }: { header: string[]; rows: SheetCell[][] }): AsyncGenerator<string> {
  yield `\uFEFF${[header, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
}

async function* once<T>(page: T): AsyncGenerator<T> {
  yield page;
}

/** A table of the reports as a file: its rows and its total, as the screen shows them. */
export const reportFile = (table: MeasuredTable, options: FileOptions): AsyncIterable<string | Buffer> => {
  const cells = toCells(table, options);
  if (options.format === "csv") return toCsv(cells);
  const sheet = tableTexts[table.name][options.language ?? "en"].replaceAll(/[\\/?*[\]:]/g, "").slice(0, 31);
  return streamZip(workbookParts(sheet, cells.header, once(cells.rows)), options.now);
};
