import { sql } from "drizzle-orm";
import type pg from "pg";
import type { UsageRecord } from "#contract/usage.ts";
import type { UsageKind } from "#domain/usage.ts";
import type { Db, Tx } from "#server/db/database.ts";
import {
  type LedgerPage,
  type LedgerRange,
  personConditions,
  readLedgerPage,
} from "#server/store/compliance/ledger-page.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

/** One request to a vendor. The cost is in US dollars, 0 while unknown. */
export type UsageEntry = {
  service: string;
  kind: UsageKind;
  ok: boolean;
  latencyMs: number;
  cost?: number;
  units?: Record<string, number>;
  personId?: string;
  actionId?: string;
};

export const recordUsage = async (tx: Tx, entries: readonly UsageEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  // While a vendor was asked, the person may have been merged or erased.
  await tx.execute(sql`
    INSERT INTO usage (service, kind, ok, latency_ms, cost, units, person_id, action_id)
    SELECT service, kind, ok, "latencyMs", coalesce(cost, 0), units,
           (SELECT p.id FROM people p WHERE p.id = coalesce(
             (SELECT m.survivor_id FROM merged_people m WHERE m.id = row."personId"), row."personId")), "actionId"
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS row (
        service text, kind text, ok boolean, "latencyMs" int, cost numeric, units jsonb, "personId" uuid, "actionId" uuid)`);
};

type UsageFilter = {
  kind?: string | undefined;
  outcome?: "ok" | "failed" | undefined;
  search?: string | undefined;
};

/** The requests to vendors, newest first. */
export const listUsage = async (
  db: Db,
  { kind, outcome, search, ...range }: UsageFilter & LedgerRange,
  limit: number,
): Promise<LedgerPage<UsageRecord>> => {
  const people = await personConditions(db, search);
  return readLedgerPage<Omit<UsageRecord, "cost"> & { cost: string }, UsageRecord>(
    db,
    {
      table: sql`usage`,
      columns: sql`entry.service, entry.kind, entry.ok, entry.latency_ms AS "latencyMs", entry.cost, entry.units,
        entry.person_id AS "personId", ${personNameSql} AS "personName", entry.action_id AS "actionId"`,
      joins: sql`LEFT JOIN people p ON p.id = entry.person_id`,
      indexed: people.indexed,
      filters: [
        ...(kind ? [sql`entry.kind = ${kind}`] : []),
        ...(outcome ? [sql`entry.ok = ${outcome === "ok"}`] : []),
        ...people.filters,
      ],
      present: ({ cost, ...record }) => ({ ...record, cost: Number(cost) }),
    },
    range,
    limit,
  );
};

export type UsageToday = {
  requests: number;
  failed: number;
  averageLatencyMs: number | null;
  p95LatencyMs: number | null;
  /** US dollars. */
  cost: number;
};

const usageQuery = {
  name: "usage-since",
  text: `SELECT service, count(*)::int AS requests, count(*) FILTER (WHERE NOT ok)::int AS failed,
      round(avg(latency_ms))::int AS "averageLatencyMs",
      round(percentile_cont(0.95) WITHIN GROUP (ORDER BY latency_ms))::int AS "p95LatencyMs", sum(cost)::float8 AS cost
    FROM usage WHERE service = ANY($1::text[]) AND created_at >= $2 GROUP BY service`,
};

/** Requests by service; services without requests are left out. */
export const readUsageSince = async (
  pool: pg.Pool,
  services: readonly string[],
  since: Date,
): Promise<Map<string, UsageToday>> => {
  const { rows } = await pool.query<UsageToday & { service: string }>({
    ...usageQuery,
    values: [services, since],
  });
  return new Map(rows.map(({ service, ...today }) => [service, today]));
};

export type CostRow = { kind: string; service: string; uses: number; cost: number };

/**
 * Costs by purpose and service, highest first, and their total; the people for whom there were costs, and what was spent
 * on them. Costs that belong to nobody, such as connection tests, are in the total only.
 */
export const readCosts = async (
  pool: pg.Pool,
  since: Date,
): Promise<{ parts: CostRow[]; total: number; people: number; peopleCost: number }> => {
  const [parts, totals] = await Promise.all([
    pool.query<CostRow>({
      name: "costs",
      text: `SELECT kind, service, count(*)::int AS uses, sum(cost)::float8 AS cost
        FROM usage WHERE created_at >= $1 GROUP BY 1, 2 HAVING sum(cost) > 0 ORDER BY 4 DESC, 1, 2`,
      values: [since],
    }),
    pool.query<{ people: number; total: number; peopleCost: number }>({
      name: "costs-people",
      text: `SELECT count(DISTINCT person_id) FILTER (WHERE cost > 0)::int AS people, coalesce(sum(cost), 0)::float8 AS total,
               coalesce(sum(cost) FILTER (WHERE person_id IS NOT NULL), 0)::float8 AS "peopleCost"
        FROM usage WHERE created_at >= $1`,
      values: [since],
    }),
  ]);
  const { total = 0, people = 0, peopleCost = 0 } = totals.rows[0] ?? {};
  return { parts: parts.rows, total, people, peopleCost };
};
