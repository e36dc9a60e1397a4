import type pg from "pg";
import type { Tx } from "#server/db/database.ts";
import { usage } from "#server/db/schema/usage.ts";

/** One request to a vendor. The cost is in US dollars, and 0 while it is not known. */
export type UsageEntry = {
  service: string;
  /** What for: test, llm, tts, sms, whatsapp, call, email, data. */
  kind: string;
  ok: boolean;
  latencyMs: number;
  cost?: number;
  units?: Record<string, number>;
  personId?: string;
  actionId?: string;
};

export const recordUsage = async (tx: Tx, entries: readonly UsageEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await tx.insert(usage).values(entries.map(({ cost = 0, ...entry }) => ({ ...entry, cost: String(cost) })));
};

export type UsageToday = { requests: number; averageLatencyMs: number | null };

const usageQuery = {
  name: "usage-since",
  text: `SELECT service, count(*)::int AS requests, round(avg(latency_ms))::int AS latency
    FROM usage WHERE service = ANY($1::text[]) AND created_at >= $2 GROUP BY service`,
};

/** By service, what was asked of it since a moment; a service without requests is not among them. */
export const usageSince = async (
  pool: pg.Pool,
  services: readonly string[],
  since: Date,
): Promise<Map<string, UsageToday>> => {
  const { rows } = await pool.query<{ service: string; requests: number; latency: number }>({
    ...usageQuery,
    values: [services, since],
  });
  return new Map(
    rows.map(({ service, requests, latency }) => [service, { requests, averageLatencyMs: latency }]),
  );
};
