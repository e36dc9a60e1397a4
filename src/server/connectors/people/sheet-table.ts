import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { googleSheets } from "#server/connectors/google-sheets.ts";
import { type ErrorClassifier, type OperationCall, operationRequest } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { jsonPost } from "#server/connectors/vendor-request.ts";

const maxBytes = 16 * 1024 * 1024;

/** The column that holds the id of a row: a row has none of its own. */
export const keyColumn = "Faro ID";

const failure = z.object({ error: z.object({ status: z.string() }) });
const classify: ErrorClassifier = ({ status, json }) => {
  const error = failure.safeParse(json);
  if (!error.success) return undefined;
  if (error.data.error.status === "RESOURCE_EXHAUSTED") return "rate";
  return status < 300 ? "transient" : undefined;
};

export const requestSheet = <T>(
  call: OperationCall,
  request: VendorRequest,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(googleSheets.label, call, { maxBytes, ...request }, schema, classify);

export const spreadsheetPath = ({ settings }: OperationCall): string =>
  `/v4/spreadsheets/${String(settings.spreadsheetId)}`;

export type Cell = string | number | boolean;
const rows = z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))).default([]);

export type SheetTable = {
  sheetId: number;
  title: string;
  rowCount: number;
  headers: string[];
  /** The position of the key column; -1 before the first load. */
  keyAt: number;
};

/** The letters of a column: A, B, … Z, AA. */
const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : "") + String.fromCodePoint(65 + (at % 26));

export const rangeOf = ({ title }: Pick<SheetTable, "title">, cells: string): string =>
  `'${title.replaceAll("'", "''")}'!${cells}`;
export const cellAt = (table: SheetTable, column: number, row: number): string =>
  rangeOf(table, `${letters(column)}${row}`);
export const rowRange = (table: SheetTable, first: number, last = first): string =>
  rangeOf(table, `A${first}:${letters(Math.max(0, table.headers.length - 1))}${last}`);

/** Values as they are stored: numbers and yes/no as such, dates as they are shown. */
const readOptions = { valueRenderOption: "UNFORMATTED_VALUE", dateTimeRenderOption: "FORMATTED_STRING" };

export const readRanges = async (
  call: OperationCall,
  ranges: readonly string[],
): Promise<OperationResult<Cell[][][]>> => {
  const query = new URLSearchParams(readOptions);
  for (const range of ranges) query.append("ranges", range);
  const result = await requestSheet(
    call,
    { path: `${spreadsheetPath(call)}/values:batchGet?${query}` },
    z.object({ valueRanges: z.array(z.object({ values: rows })) }),
  );
  return result.ok ? { ok: true, value: result.value.valueRanges.map(({ values }) => values) } : result;
};

export const openTable = async (call: OperationCall): Promise<OperationResult<SheetTable>> => {
  const found = await requestSheet(
    call,
    { path: `${spreadsheetPath(call)}?fields=sheets.properties` },
    z.object({
      sheets: z
        .array(
          z.object({
            properties: z.object({
              sheetId: z.int(),
              title: z.string(),
              gridProperties: z.object({ rowCount: z.int() }).default({ rowCount: 1000 }),
            }),
          }),
        )
        .min(1),
    }),
  );
  if (!found.ok) return found;
  const wanted = call.settings.sheet;
  const sheets = found.value.sheets.map(({ properties }) => properties);
  const sheet = wanted ? sheets.find(({ title }) => title === wanted) : sheets[0];
  if (!sheet)
    return {
      ok: false,
      error: {
        kind: "auth",
        mayHaveHappened: false,
        message: {
          en: `The spreadsheet has no sheet named ${String(wanted)}`,
          es: `La hoja de cálculo no tiene una hoja llamada ${String(wanted)}`,
        },
      },
    };
  const header = await readRanges(call, [rangeOf(sheet, "1:1")]);
  if (!header.ok) return header;
  const headers = (header.value[0]?.[0] ?? []).map((cell) => String(cell).trim());
  const { sheetId, title, gridProperties } = sheet;
  const keyAt = headers.indexOf(keyColumn);
  return { ok: true, value: { sheetId, title, rowCount: gridProperties.rowCount, headers, keyAt } };
};

/**
 * The table for everything that uses stored keys. Without the key column every row would count as deleted, so the sync
 * pauses instead.
 */
export const openKeyedTable = async (call: OperationCall): Promise<OperationResult<SheetTable>> => {
  const table = await openTable(call);
  if (!table.ok || table.value.keyAt >= 0) return table;
  return {
    ok: false,
    error: {
      kind: "auth",
      mayHaveHappened: false,
      message: {
        en: `The sheet has no column named ${keyColumn} any more. Restore it, or set up the sync again`,
        es: `La hoja ya no tiene la columna ${keyColumn}. Restáurela o configure la sincronización de nuevo`,
      },
    },
  };
};

/** Writes cells as they are: RAW, so that no text becomes a formula. */
export const writeCells = (
  call: OperationCall,
  cells: readonly { range: string; value: Cell }[],
): Promise<OperationResult<unknown>> =>
  requestSheet(
    call,
    {
      path: `${spreadsheetPath(call)}/values:batchUpdate`,
      ...jsonPost({
        valueInputOption: "RAW",
        data: cells.map(({ range, value }) => ({ range, values: [[value]] })),
      }),
    },
    z.object({ totalUpdatedCells: z.int().optional() }),
  );

export type KeyedRow = { key: string; row: number; cells: Cell[] };

const isBlankRow = (cells: readonly Cell[], keyAt: number): boolean =>
  cells.every((cell, at) => at === keyAt || cell === "");

/** The number of the first row with each key; a row that was copied with its key is not the first. */
export const readKeys = async (
  call: OperationCall,
  table: SheetTable,
): Promise<OperationResult<Map<string, number>>> => {
  if (table.keyAt < 0) return { ok: true, value: new Map() };
  const column = letters(table.keyAt);
  const read = await readRanges(call, [rangeOf(table, `${column}2:${column}`)]);
  if (!read.ok) return read;
  const keys = new Map<string, number>();
  for (const [at, [cell = ""]] of (read.value[0] ?? []).entries()) {
    const key = String(cell).trim();
    if (key !== "" && !keys.has(key)) keys.set(key, at + 2);
  }
  return { ok: true, value: keys };
};

/**
 * Gives rows without a key of their own one, and writes it. Before the first load there is no column for it: then rows
 * have provisional keys, which nothing stores.
 */
export const withKeys = async (
  call: OperationCall,
  table: SheetTable,
  keys: ReadonlyMap<string, number>,
  read: readonly { row: number; cells: Cell[] }[],
): Promise<OperationResult<KeyedRow[]>> => {
  const missing: { range: string; value: Cell }[] = [];
  const keyed = read
    .filter(({ cells }) => !isBlankRow(cells, table.keyAt))
    .map(({ row, cells }): KeyedRow => {
      if (table.keyAt < 0) return { key: `row ${row}`, row, cells };
      const key = String(cells[table.keyAt] ?? "").trim();
      if (key !== "" && keys.get(key) === row) return { key, row, cells };
      const made = randomUUID();
      missing.push({ range: cellAt(table, table.keyAt, row), value: made });
      return { key: made, row, cells };
    });
  if (missing.length === 0) return { ok: true, value: keyed };
  const written = await writeCells(call, missing);
  return written.ok ? { ok: true, value: keyed } : written;
};
