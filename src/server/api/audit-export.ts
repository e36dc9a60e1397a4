import type { AuditExportRow } from "#server/store/compliance/audit-log.ts";

/**
 * Spreadsheets read a cell with such a start as a formula (CSV injection): = + - @, their full-width forms, and the
 * control characters that spreadsheets skip.
 */
const formulaStart = /^[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

export const csvCell = (value: string | number | null): string => {
  const text = value === null ? "" : String(value);
  const safe = typeof value === "string" && formulaStart.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

const columns = [
  ["seq", (row) => row.seq],
  ["created_at", (row) => row.created_at.toISOString()],
  ["event_type", (row) => row.event_type],
  ["status", (row) => row.status],
  ["user", (row) => row.user_email ?? (row.user_id === null ? "system" : null)],
  ["user_id", (row) => row.user_id],
  ["entity_type", (row) => row.entity_type],
  ["entity_id", (row) => row.entity_id],
  ["description", (row) => row.description],
  ["metadata", (row) => (row.metadata === null ? null : JSON.stringify(row.metadata))],
  ["ip_address", (row) => row.ip_address],
  ["user_agent", (row) => row.user_agent],
  ["hash", (row) => row.hash.toString("hex")],
] as const satisfies [string, (row: AuditExportRow) => string | number | null][];

export const csvLine = (cells: (string | number | null)[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Starts with a byte order mark, without which spreadsheets misread accents. */
export async function* toCsv(pages: AsyncIterable<AuditExportRow[]>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns.map(([name]) => name))}`;
  for await (const rows of pages) {
    yield rows.map((row) => csvLine(columns.map(([, read]) => read(row)))).join("");
  }
}

/** All hashed columns under their names in the table, so that a third party can recompute the chain. */
const toJson = ({ salt, commitment, digest, hash, ...row }: AuditExportRow): string =>
  JSON.stringify({
    ...row,
    salt: salt.toString("hex"),
    commitment: commitment.toString("hex"),
    digest: digest.toString("hex"),
    hash: hash.toString("hex"),
  });

/** One entry per line; the last line is the signed head of the chain. */
export async function* toJsonLines(
  pages: AsyncIterable<AuditExportRow[]>,
  head: object,
): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${toJson(row)}\n`).join("");
  yield `${JSON.stringify(head)}\n`;
}
