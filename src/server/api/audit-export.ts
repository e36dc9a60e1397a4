import { auditEntityLabels, auditEventLabels, auditStatusLabels } from "#domain/audit/audit-labels.ts";
import { describeStoredAudit } from "#domain/audit/describe-audit.ts";
import type { Language } from "#domain/language.ts";
import { type LedgerColumn, ledgerTitles } from "#domain/texts/ledger-titles.ts";
import { labelOf, type ValueLabels } from "#domain/texts/value-labels.ts";
import type { AuditExportRow } from "#server/store/compliance/audit-log.ts";

export type LedgerCell = string | number | null;

/** Columns by their names, with what they hold and, for a value of a list, its words. Null stands for the names of the API. */
export type LedgerColumns<Row> = readonly (readonly [
  name: LedgerColumn,
  read: (row: Row, language: Language | null) => LedgerCell,
  labels?: ValueLabels<string>,
])[];

/**
 * Spreadsheets read a cell with such a start as a formula (CSV injection): = + - @, their full-width forms, and the
 * control characters that spreadsheets skip.
 */
const formulaStart = /^[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/;

export const csvCell = (value: LedgerCell): string => {
  const text = value === null ? "" : String(value);
  const safe = typeof value === "string" && formulaStart.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

const systemLabels: ValueLabels<"system"> = { system: { en: "system", es: "sistema" } };

const columns: LedgerColumns<AuditExportRow> = [
  ["seq", (row) => row.seq],
  ["created_at", (row) => row.created_at.toISOString()],
  ["event_type", (row) => row.event_type, auditEventLabels],
  ["status", (row) => row.status, auditStatusLabels],
  ["user", (row) => row.user_email ?? (row.user_id === null ? "system" : null), systemLabels],
  ["user_id", (row) => row.user_id],
  ["entity_type", (row) => row.entity_type, auditEntityLabels],
  ["entity_id", (row) => row.entity_id],
  ["description", (row, language) => describeStoredAudit(row, language ?? "en")],
  ["metadata", (row) => (row.metadata === null ? null : JSON.stringify(row.metadata))],
  ["ip_address", (row) => row.ip_address],
  ["user_agent", (row) => row.user_agent],
  ["hash", (row) => row.hash.toString("hex")],
];

const csvLine = (cells: LedgerCell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** The headings. They start with a byte order mark, without which spreadsheets misread accents. */
export const ledgerHead = <Row>(columns: LedgerColumns<Row>, language: Language | null): string =>
  `\uFEFF${csvLine(columns.map(([name]) => (language === null ? name : ledgerTitles[name][language])))}`;

export const ledgerLine = <Row>(columns: LedgerColumns<Row>, row: Row, language: Language | null): string =>
  csvLine(
    columns.map(([, read, labels]) => {
      const cell = read(row, language);
      return labels && language !== null && typeof cell === "string" ? labelOf(labels, cell, language) : cell;
    }),
  );

export async function* toCsv(
  pages: AsyncIterable<AuditExportRow[]>,
  language: Language | null,
): AsyncGenerator<string> {
  yield ledgerHead(columns, language);
  for await (const rows of pages) yield rows.map((row) => ledgerLine(columns, row, language)).join("");
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
