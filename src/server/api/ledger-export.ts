import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuditExport } from "#domain/audit/audit-details.ts";
import { startOfDate } from "#domain/day.ts";
import type { Language } from "#domain/language.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { LedgerPage, LedgerRange } from "#server/store/compliance/ledger-page.ts";
import { type LedgerColumns, ledgerHead, ledgerLine } from "./audit-export.ts";
import { exportLanguage } from "./export-language.ts";
import type { ApiServices } from "./handler.ts";

const pageSize = 1000;
const dayMs = 86_400_000;

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
async function* toLedgerCsv<Row>(
  columns: LedgerColumns<Row>,
  readPage: ReadPage<Row>,
  language: Language | null,
): AsyncGenerator<string> {
  yield ledgerHead(columns, language);
  let before: string | undefined;
  do {
    const { records, nextBefore } = await readPage(before, pageSize);
    // An empty chunk would end the stream.
    if (records.length > 0) yield records.map((row) => ledgerLine(columns, row, language)).join("");
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

type ExportQuery = {
  search?: string | undefined;
  names?: "words" | "machine" | undefined;
  language?: Language | undefined;
};

type LedgerCall = {
  actor: Actor;
  caller: UserSession;
  request: FastifyRequest;
  services: ApiServices;
  reply: FastifyReply;
};

type LedgerExport<Row> = {
  name: keyof typeof audited;
  query: ExportQuery;
  columns: LedgerColumns<Row>;
  readPage: ReadPage<Row>;
};

/** Sends a ledger as a download, and records that. */
export const sendLedgerCsv = async <Row>(
  { actor, caller, request, services, reply }: LedgerCall,
  { name, query, columns, readPage }: LedgerExport<Row>,
): Promise<string> => {
  // Without the searched words, which may be a name.
  const { search, names, language, ...filter } = query;
  await services.write(actor, async ({ audit }) => {
    audit({
      eventType: "data_change",
      entityType: "workspace",
      entityId: name,
      details: { kind: "exported", what: audited[name], format: "csv" },
      metadata: { format: "csv", ...filter, searched: Boolean(search) },
    });
  });
  const day = new Date().toISOString().slice(0, 10);
  void reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="faro-${name}-${day}.csv"`)
    .send(
      Readable.from(
        toLedgerCsv(columns, readPage, exportLanguage({ names, language }, { caller, request })),
        { objectMode: false },
      ),
    );
  return "";
};
