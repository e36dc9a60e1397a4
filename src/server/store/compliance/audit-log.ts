import type pg from "pg";
import type { AuditDetails } from "#domain/audit/audit-details.ts";
import { describeStoredAudit } from "#domain/audit/describe-audit.ts";
import { type HoursRule, zonesOfRule } from "#domain/compliance/hours-rule.ts";
import type { Language } from "#domain/language.ts";
import { likePattern } from "#server/store/like-pattern.ts";

type Summary = {
  sms: number;
  email: number;
  call: number;
  dnc: number;
  blocked_today: number;
  data_changes: number;
  settings_updates: number;
  failed_actions: number;
};

const consentCount = (kind: string) =>
  `(SELECT coalesce(sum(count), 0) FROM counters WHERE metric = 'consents' AND dimension = '${kind}')::float8 AS ${kind}`;
const auditCount = (eventType: string) =>
  `(SELECT count(*) FROM audit_logs WHERE event_type = '${eventType}' AND created_at >= $1)::float8`;

/** Addresses whose newest request is not to be contacted at all; an address that bounces did not ask for that. */
const optOutCount = `(SELECT count(*) FROM (
    SELECT DISTINCT ON (address_hash) state FROM suppressions
     WHERE scope = 'all' AND source <> 'bounce' AND NOT (simulated AND state = 'released')
     ORDER BY address_hash, created_at DESC, id DESC) latest WHERE state = 'opted_out')`;
/** People on whom the team recorded the request. */
const flaggedCount =
  "(SELECT coalesce(sum(count), 0) FROM counters WHERE metric = 'consents' AND dimension = 'dnc')";

const summaryQuery = `
  SELECT ${["sms", "email", "call"].map(consentCount).join(", ")},
         (${optOutCount} + ${flaggedCount})::float8 AS dnc,
         (SELECT count(DISTINCT caused_by) FROM timeline
           WHERE event_type = 'message_held' AND created_at >= $1
             AND jsonb_path_exists(metadata, '$.reasons[*].code ? (@ starts with "quiet_")'))::float8 AS blocked_today,
         ${auditCount("data_change")} AS data_changes,
         ${auditCount("settings_update")} AS settings_updates,
         ${auditCount("failed_action")} AS failed_actions`;

export const readComplianceSummary = async (
  pool: pg.Pool,
  midnight: Date,
  hours: readonly Pick<HoursRule, "region">[],
) => {
  const { rows } = await pool.query<Summary>({
    name: "compliance-summary",
    text: summaryQuery,
    values: [midnight],
  });
  const [row] = rows;
  if (!row) throw new Error("The summary has no row");
  return {
    consents: { sms: row.sms, email: row.email, call: row.call, dnc: row.dnc },
    quietHours: {
      activeRules: hours.length,
      blockedToday: row.blocked_today,
      timezones: new Set(hours.flatMap(zonesOfRule)).size,
    },
    audit: {
      // The types that the list can be filtered by; sign-ins are logged but not counted.
      eventsToday: row.data_changes + row.settings_updates + row.failed_actions,
      dataChanges: row.data_changes,
      failedActions: row.failed_actions,
    },
  };
};

export type AuditFilter = {
  type?: string | undefined;
  search?: string | undefined;
  /** The language in which the searched words stand; English where it is left out. */
  language?: Language | undefined;
};

export type AuditListRow = {
  id: string;
  seq: number;
  created_at: Date;
  event_type: string;
  user_id: string | null;
  user_email: string | null;
  entity_type: string | null;
  entity_id: string | null;
  description: string;
  details: AuditDetails | null;
  is_demo: boolean;
  status: string;
};

type StoredWords = Pick<AuditListRow, "description" | "details">;

/** The most entries that one request scans; older ones need further requests. */
export const auditWindow = 200_000;
/** Of those whose words are made here to be searched, which costs more. */
const wordedWindow = 20_000;
const wordedPageSize = 2_000;

const filterValues = ({ type, search }: AuditFilter): [string | null, string | null] => [
  type ?? null,
  search ? likePattern(search) : null,
];

const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Finds words that are not stored, because only the English ones are. Undefined where the database searches. */
const wordedSearch = ({
  search,
  language = "en",
}: AuditFilter): ((row: StoredWords) => boolean) | undefined => {
  if (!search || language === "en") return undefined;
  const words = fold(search);
  return (row) => fold(describeStoredAudit(row, language)).includes(words);
};

const filterSql = `($3::text IS NULL OR event_type = $3) AND ($4::text IS NULL OR description ILIKE $4)`;

const listQuery = `
  SELECT entry.id, seq::float8 AS seq, entry.created_at, event_type, user_id, users.email AS user_email,
         entity_type, entity_id, description, details, coalesce((metadata -> 'demo')::boolean, false) AS is_demo, status
    FROM (SELECT * FROM audit_logs WHERE seq < $1 AND seq >= $2 AND ${filterSql} ORDER BY seq DESC LIMIT $5) entry
    LEFT JOIN users ON users.id = entry.user_id
   ORDER BY seq DESC`;

const lastSeq = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ seq: number }>({
    name: "audit-last",
    text: "SELECT coalesce(max(seq), 0)::float8 AS seq FROM audit_logs",
  });
  return rows[0]?.seq ?? 0;
};

/** As `listAudit`, for words that the database does not have. */
const listWorded = async (
  pool: pg.Pool,
  { type }: AuditFilter,
  matches: (row: StoredWords) => boolean,
  end: number,
  limit: number,
): Promise<{ entries: AuditListRow[]; nextBefore: number | null }> => {
  const start = Math.max(1, end - wordedWindow);
  const entries: AuditListRow[] = [];
  for (let next = end; next > start; ) {
    const { rows } = await pool.query<AuditListRow>({
      name: "audit-list",
      text: listQuery,
      values: [next, start, ...filterValues({ type }), wordedPageSize],
    });
    for (const row of rows) {
      if (!matches(row)) continue;
      entries.push(row);
      if (entries.length === limit) return { entries, nextBefore: row.seq > 1 ? row.seq : null };
    }
    next = rows.length < wordedPageSize ? start : (rows.at(-1)?.seq ?? start);
  }
  return { entries, nextBefore: start > 1 ? start : null };
};

/** A page of the newest entries below `before`, and the `before` of the next page, null at the end of the log. */
export const listAudit = async (
  pool: pg.Pool,
  filter: AuditFilter,
  before: number | undefined,
  limit: number,
): Promise<{ entries: AuditListRow[]; nextBefore: number | null }> => {
  const end = Math.min(before ?? Number.MAX_SAFE_INTEGER, (await lastSeq(pool)) + 1);
  const matches = wordedSearch(filter);
  if (matches) return listWorded(pool, filter, matches, end, limit);
  const start = Math.max(1, end - auditWindow);
  const { rows } = await pool.query<AuditListRow>({
    name: "audit-list",
    text: listQuery,
    values: [end, start, ...filterValues(filter), limit],
  });
  const next = rows.length === limit ? (rows.at(-1)?.seq ?? start) : start;
  return { entries: rows, nextBefore: next > 1 ? next : null };
};

export type AuditExportRow = Omit<AuditListRow, "seq" | "is_demo"> & {
  seq: number;
  metadata: Record<string, unknown> | null;
  ip_address: string | null;
  user_agent: string | null;
  salt: Buffer;
  commitment: Buffer;
  digest: Buffer;
  hash: Buffer;
};

const exportQuery = `
  SELECT entry.id, seq::float8 AS seq, entry.created_at, event_type, user_id, users.email AS user_email,
         entity_type, entity_id, description, details, status, metadata, ip_address, user_agent,
         salt, commitment, digest, hash
    FROM (SELECT * FROM audit_logs WHERE seq > $1 AND seq <= $2 AND ${filterSql} ORDER BY seq LIMIT $5) entry
    LEFT JOIN users ON users.id = entry.user_id
   ORDER BY seq`;

const exportPageSize = 1_000;

/** The matching entries up to `last`, oldest first, in pages, because the log may not fit in memory. */
export async function* exportAudit(
  pool: pg.Pool,
  filter: AuditFilter,
  last: number,
): AsyncGenerator<AuditExportRow[]> {
  const matches = wordedSearch(filter);
  const values = filterValues(matches ? { type: filter.type } : filter);
  for (let after = 0; after < last; ) {
    const { rows } = await pool.query<AuditExportRow>({
      name: "audit-export",
      text: exportQuery,
      values: [after, last, ...values, exportPageSize],
    });
    const found = matches ? rows.filter(matches) : rows;
    if (found.length > 0) yield found;
    if (rows.length < exportPageSize) return;
    after = rows.at(-1)?.seq ?? last;
  }
}

export const readAuditHead = async (pool: pg.Pool): Promise<{ seq: number; hash: string }> => {
  const { rows } = await pool.query<{ seq: number; hash: string }>(
    "SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash FROM audit_logs ORDER BY seq DESC LIMIT 1",
  );
  return rows[0] ?? { seq: 0, hash: "" };
};
