import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { AuditExport } from "#domain/audit/audit-details.ts";
import { startOfDate } from "#domain/day.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { LedgerPage, LedgerRange } from "#server/store/compliance/ledger-page.ts";
import { csvLine } from "./audit-export.ts";
import type { ApiServices } from "./handler.ts";

const pageSize = 1000;
const dayMs = 86_400_000;

type Cell = string | number | null;
type Columns<Row> = readonly (readonly [string, (row: Row) => Cell])[];
type ReadPage<Row> = (before: string | undefined, limit: number) => Promise<LedgerPage<Row>>;

/** The query with its days as instants. */
export const toLedgerQuery = async <Query extends { from?: string | undefined; to?: string | undefined }>(
  { from, to, ...query }: Query,
  { general }: Pick<ApiServices, "general">,
): Promise<Omit<Query, "from" | "to"> & Pick<LedgerRange, "from" | "until">> => {
  const { timezone } = await general();
  return {
    ...query,
    from: from === undefined ? undefined : new Date(startOfDate(Date.parse(from), timezone)),
    until: to === undefined ? undefined : new Date(startOfDate(Date.parse(to) + dayMs, timezone)),
  };
};

/** All matching rows of a ledger as CSV, page by page, because they may not fit in memory. */
async function* toLedgerCsv<Row>(columns: Columns<Row>, readPage: ReadPage<Row>): AsyncGenerator<string> {
  // Starts with a byte order mark, without which spreadsheets misread accents.
  yield `\uFEFF${csvLine(columns.map(([name]) => name))}`;
  let before: string | undefined;
  do {
    const { records, nextBefore } = await readPage(before, pageSize);
    // An empty chunk would end the stream.
    if (records.length > 0)
      yield records.map((row) => csvLine(columns.map(([, read]) => read(row)))).join("");
    before = nextBefore ?? undefined;
  } while (before !== undefined);
}

/** What the audit entry of each export names. */
const audited = {
  consents: "consents",
  "opt-outs": "opt_outs",
  deliveries: "deliveries",
  costs: "costs",
} as const satisfies Record<string, AuditExport>;

type LedgerExport<Row> = {
  name: keyof typeof audited;
  filter: { search?: string | undefined };
  columns: Columns<Row>;
  readPage: ReadPage<Row>;
};

/** Sends a ledger as a download, and records that. */
export const sendLedgerCsv = async <Row>(
  { actor, services, reply }: { actor: Actor; services: ApiServices; reply: FastifyReply },
  { name, filter, columns, readPage }: LedgerExport<Row>,
): Promise<string> => {
  // Without the searched words, which may be a name.
  const { search, ...rest } = filter;
  await services.write(actor, async ({ audit }) => {
    audit({
      eventType: "data_change",
      entityType: "workspace",
      entityId: name,
      details: { kind: "exported", what: audited[name], format: "csv" },
      metadata: { format: "csv", ...rest, searched: Boolean(search) },
    });
  });
  const day = new Date().toISOString().slice(0, 10);
  void reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="faro-${name}-${day}.csv"`)
    .send(Readable.from(toLedgerCsv(columns, readPage), { objectMode: false }));
  return "";
};
