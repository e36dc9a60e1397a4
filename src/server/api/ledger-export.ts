import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { csvLine } from "./audit-export.ts";

const pageSize = 1000;

type Cell = string | number | null;

/** All rows of a ledger as CSV, page by page, because it may not fit in memory. */
async function* toLedgerCsv<Row extends { id: string }>(
  columns: readonly (readonly [string, (row: Row) => Cell])[],
  readPage: (before: string | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  // Starts with a byte order mark, without which spreadsheets misread accents.
  yield `\uFEFF${csvLine(columns.map(([name]) => name))}`;
  let before: string | undefined;
  for (;;) {
    const rows = await readPage(before, pageSize);
    yield rows.map((row) => csvLine(columns.map(([, read]) => read(row)))).join("");
    if (rows.length < pageSize) return;
    before = rows.at(-1)?.id;
  }
}

/** Sends a ledger as a download. */
export const sendLedgerCsv = <Row extends { id: string }>(
  reply: FastifyReply,
  name: string,
  columns: readonly (readonly [string, (row: Row) => Cell])[],
  readPage: (before: string | undefined, limit: number) => Promise<Row[]>,
): string => {
  const day = new Date().toISOString().slice(0, 10);
  void reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="faro-${name}-${day}.csv"`)
    .send(Readable.from(toLedgerCsv(columns, readPage), { objectMode: false }));
  return "";
};
