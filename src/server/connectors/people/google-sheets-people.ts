import * as z from "zod";
import { remoteField } from "#domain/sync/field-map.ts";
import { isOptOutName } from "#domain/sync/guess-map.ts";
import type { RemotePerson } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import { authorizeGoogleSheets, googleSheets } from "#server/connectors/google-sheets.ts";
import type { OperationCall } from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { bearerAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import { definePeopleVendor, type PeopleFunctions, type PushResult } from "./people-vendor.ts";
import {
  type Cell,
  cellAt,
  type KeyedRow,
  keyColumn,
  openKeyedTable,
  openTable,
  rangeOf,
  readKeys,
  readRanges,
  requestSheet,
  rowRange,
  type SheetTable,
  spreadsheetPath,
  withKeys,
  writeCells,
} from "./sheet-table.ts";

const pageRows = 1000;

/** A row has no time of change, so the time of reading counts. */
const toPerson = (table: SheetTable, { key, cells }: KeyedRow, fields: readonly string[]): RemotePerson => ({
  id: key,
  values: Object.fromEntries(
    fields.flatMap((name) => {
      const at = table.headers.indexOf(name);
      const cell = cells[at] ?? "";
      return at < 0 ? [] : [[name, cell === "" ? null : cell]];
    }),
  ),
  updatedAt: Date.now(),
});

const readRows = async (
  call: OperationCall,
  table: SheetTable,
  rows: readonly number[],
): Promise<OperationResult<{ row: number; cells: Cell[] }[]>> => {
  if (rows.length === 0) return { ok: true, value: [] };
  const read = await readRanges(
    call,
    rows.map((row) => rowRange(table, row)),
  );
  if (!read.ok) return read;
  return { ok: true, value: rows.map((row, at) => ({ row, cells: read.value[at]?.[0] ?? [] })) };
};

/** One page of rows; the cursor is the number of the first one. */
const readPage = async (
  call: OperationCall,
  fields: readonly string[],
  after: string | null,
  open = openKeyedTable,
) => {
  const table = await open(call);
  if (!table.ok) return table;
  const keys = await readKeys(call, table.value);
  if (!keys.ok) return keys;
  const first = after === null ? 2 : Number(after);
  const read = await readRanges(call, [rowRange(table.value, first, first + pageRows - 1)]);
  if (!read.ok) return read;
  const rows = (read.value[0] ?? []).map((cells, at) => ({ row: first + at, cells }));
  const keyed = await withKeys(call, table.value, keys.value, rows);
  if (!keyed.ok) return keyed;
  const next = first + pageRows;
  return {
    ok: true as const,
    value: {
      people: keyed.value.map((row) => toPerson(table.value, row, fields)),
      deleted: [],
      next: next <= table.value.rowCount ? String(next) : null,
    },
  };
};

const findPeople: PeopleFunctions["findPeople"] = async (call, { fields, emails, emailField }) => {
  const table = await openKeyedTable(call);
  if (!table.ok) return table;
  const column = table.value.headers.indexOf(emailField);
  if (column < 0) return { ok: true, value: [] };
  const keys = await readKeys(call, table.value);
  if (!keys.ok) return keys;
  const letter = cellAt(table.value, column, 2).split("!").at(-1)?.replace(/\d+$/, "") ?? "A";
  const addresses = await readRanges(call, [rangeOf(table.value, `${letter}2:${letter}`)]);
  if (!addresses.ok) return addresses;
  const wanted = new Set(emails);
  const found = (addresses.value[0] ?? []).flatMap(([cell = ""], at) =>
    wanted.has(String(cell).trim().toLowerCase()) ? [at + 2] : [],
  );
  const rows = await readRows(call, table.value, found);
  if (!rows.ok) return rows;
  const keyed = await withKeys(call, table.value, keys.value, rows.value);
  return keyed.ok ? { ok: true, value: keyed.value.map((row) => toPerson(table.value, row, fields)) } : keyed;
};

const toCell = (value: SyncValue | undefined): Cell =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.join("; ") : value;

const appendRows = (call: OperationCall, table: SheetTable, rows: readonly Cell[][]) => {
  const range = encodeURIComponent(rangeOf(table, "A1"));
  const query = "valueInputOption=RAW&insertDataOption=INSERT_ROWS";
  return requestSheet(
    call,
    { path: `${spreadsheetPath(call)}/values/${range}:append?${query}`, ...jsonPost({ values: rows }) },
    z.object({ updates: z.object({ updatedRows: z.int() }) }),
  );
};

const rowGone = { en: "The row is no longer there", es: "La fila ya no está" };

const pushPeople: PeopleFunctions["pushPeople"] = async (call, { people }) => {
  const table = await openKeyedTable(call);
  if (!table.ok) return table;
  const keys = await readKeys(call, table.value);
  if (!keys.ok) return keys;
  const { headers, keyAt } = table.value;
  const cells: { range: string; value: Cell }[] = [];
  const added: Cell[][] = [];
  const results = people.map(({ personId, remoteId, values }): PushResult => {
    // A row that we make has the id of the person as its key, so a repetition finds it.
    const key = remoteId ?? personId;
    const row = keys.value.get(key);
    if (row === undefined && remoteId !== null) return { ok: false, message: rowGone };
    if (row === undefined)
      added.push(headers.map((name, at) => (at === keyAt ? personId : toCell(values[name]))));
    else
      for (const [name, value] of Object.entries(values)) {
        const at = headers.indexOf(name);
        if (at >= 0) cells.push({ range: cellAt(table.value, at, row), value: toCell(value) });
      }
    return { ok: true, remoteId: key, updatedAt: null };
  });
  const written = cells.length > 0 ? await writeCells(call, cells) : undefined;
  if (written && !written.ok) return written;
  const appended = added.length > 0 ? await appendRows(call, table.value, added) : undefined;
  return appended && !appended.ok ? appended : { ok: true, value: results };
};

const deletePeople: PeopleFunctions["deletePeople"] = async (call, { ids }) => {
  const table = await openKeyedTable(call);
  if (!table.ok) return table;
  const keys = await readKeys(call, table.value);
  if (!keys.ok) return keys;
  // From below, because a deletion moves the rows after it.
  const rows = ids.flatMap((id) => keys.value.get(id) ?? []).toSorted((a, b) => b - a);
  if (rows.length === 0) return { ok: true, value: [] };
  const requests = rows.map((row) => ({
    deleteDimension: {
      range: { sheetId: table.value.sheetId, dimension: "ROWS", startIndex: row - 1, endIndex: row },
    },
  }));
  const path = `${spreadsheetPath(call)}:batchUpdate`;
  const result = await requestSheet(call, { path, ...jsonPost({ requests }) }, z.unknown());
  return result.ok ? { ok: true, value: [] } : result;
};

export const googleSheetsPeople = definePeopleVendor({
  connector: googleSheets,
  /** Sixty requests a minute, reads and writes counted apart. */
  rate: { requests: 55, perMs: 60_000 },
  searchLagMs: 0,
  listsDeletions: false,
  // Every row is read each time.
  pollMs: 300_000,
  authorize: async (context) => {
    const token = await authorizeGoogleSheets(context);
    return token.ok ? { ok: true, value: bearerAuth(token.value) } : token;
  },
  identifyAccount: async (call) => {
    const table = await openTable(call);
    if (!table.ok) return table;
    const { sheetId, title } = table.value;
    return { ok: true, value: { id: `${String(call.settings.spreadsheetId)}/${sheetId}`, name: title } };
  },
  describeFields: async (call) => {
    const table = await openTable(call);
    if (!table.ok) return table;
    const names = [...new Set(table.value.headers)].filter((name) => name !== "" && name !== keyColumn);
    return {
      ok: true,
      value: names.map((name) =>
        remoteField(name, name, isOptOutName(name) ? "boolean" : "text", { maxLength: 50_000 }),
      ),
    };
  },
  prepare: async (call) => {
    const table = await openTable(call);
    if (!table.ok) return table;
    const { keyAt, headers } = table.value;
    if (keyAt >= 0) return { ok: true, value: null };
    const made = await writeCells(call, [
      { range: cellAt(table.value, headers.length, 1), value: keyColumn },
    ]);
    return made.ok ? { ok: true, value: null } : made;
  },
  countPeople: async (call) => {
    const table = await openTable(call);
    if (!table.ok) return table;
    const read = await readRanges(call, [rangeOf(table.value, "A2:A")]);
    return read.ok ? { ok: true, value: read.value[0]?.length ?? 0 } : read;
  },
  listPeople: (call, { fields, after, isPreview }) =>
    readPage(call, fields, after, isPreview ? openTable : openKeyedTable),
  readPeople: async (call, { fields, ids }) => {
    const table = await openKeyedTable(call);
    if (!table.ok) return table;
    const keys = await readKeys(call, table.value);
    if (!keys.ok) return keys;
    const known = ids.flatMap((key) => {
      const row = keys.value.get(key);
      return row === undefined ? [] : [{ key, row }];
    });
    const rows = await readRows(
      call,
      table.value,
      known.map(({ row }) => row),
    );
    if (!rows.ok) return rows;
    const found = known.map(({ key }, at) => ({ key, row: 0, cells: rows.value[at]?.cells ?? [] }));
    return { ok: true, value: found.map((row) => toPerson(table.value, row, fields)) };
  },
  findPeople,
  pullChanges: (call, { fields, after }) => readPage(call, fields, after),
  pushPeople,
  deletePeople,
});
