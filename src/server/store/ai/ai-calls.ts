import { sql } from "drizzle-orm";
import type pg from "pg";
import { type AiCallOutcome, needsAdministrator } from "#domain/ai/call-outcome.ts";
import type { TokenCounts, TokenPrices } from "#domain/ai/models.ts";
import type { AiPurpose } from "#domain/ai/purpose.ts";
import type { Simulation } from "#domain/messages/simulation.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";

/** One request to an AI vendor and how it ended. */
export type AiCall = {
  vendor: string;
  model: string;
  purpose: AiPurpose;
  promptVersion: string;
  outcome: AiCallOutcome;
  simulation: Simulation | null;
  tokens: TokenCounts;
  /** Undefined while the vendor's price is not known. */
  prices: TokenPrices | undefined;
  /** US dollars. */
  cost: number;
  latencyMs: number;
  personId?: string | undefined;
};

export const insertAiCalls = async (tx: Tx, calls: readonly AiCall[]): Promise<void> => {
  const rows = JSON.stringify(
    calls.map(({ tokens, ...call }) => ({
      ...call,
      id: newId(),
      units: { inputTokens: tokens.input, outputTokens: tokens.output },
      cachedTokens: tokens.cachedInput,
    })),
  );
  await inOneRoundTrip([
    tx.execute(sql`
      INSERT INTO usage (id, service, kind, ok, latency_ms, cost, units, person_id)
      SELECT id, vendor, 'llm', outcome = 'answered', "latencyMs", cost, units, "personId"
        FROM jsonb_to_recordset(${rows}::jsonb) AS row (id uuid, vendor text, outcome text, "latencyMs" int, cost numeric,
          units jsonb, "personId" uuid)`),
    tx.execute(sql`
      INSERT INTO ai_calls (id, purpose, model, prompt_version, outcome, simulation, input_tokens, cached_tokens, output_tokens,
        prices)
      SELECT id, purpose, model, "promptVersion", outcome, simulation, (units ->> 'inputTokens')::int, "cachedTokens",
             (units ->> 'outputTokens')::int, prices
        FROM jsonb_to_recordset(${rows}::jsonb) AS row (id uuid, purpose text, model text, "promptVersion" text, outcome text,
          simulation text, units jsonb, "cachedTokens" int, prices jsonb)`),
  ]);
};

/** Notifies administrators of what only they can mend, at most once a day for each vendor and cause. */
export const notifyOfFailure = async (
  tx: Tx,
  vendor: string,
  name: string,
  outcome: AiCallOutcome,
): Promise<void> => {
  if (!needsAdministrator(outcome)) return;
  const { rows } = await tx.execute(sql`
    SELECT FROM notifications
     WHERE kind = 'ai_provider_failing' AND created_at > now() - interval '24 hours'
       AND params ->> 'vendor' = ${vendor} AND params ->> 'outcome' = ${outcome} LIMIT 1`);
  if (rows.length > 0) return;
  await addNotifications(tx, [
    { kind: "ai_provider_failing", params: { vendor, name, outcome }, link: "/settings?tab=ai-providers" },
  ]);
};

/** US dollars by vendor since the start of an hour; vendors without costs are left out. */
export const readAiSpending = async (
  pool: pg.Pool,
  vendors: readonly string[],
  since: Date,
): Promise<Map<string, number>> => {
  const { rows } = await pool.query<{ vendor: string; spent: number }>({
    name: "ai-spending",
    text: `SELECT dimension AS vendor, sum(amount)::float8 AS spent FROM counters
            WHERE metric = 'usage' AND hour >= $2 AND dimension = ANY($1::text[]) GROUP BY dimension`,
    values: [vendors, since],
  });
  return new Map(rows.map(({ vendor, spent }) => [vendor, spent]));
};

/** US dollars that a purpose cost since this time. */
export const readPurposeSpending = async (
  pool: pg.Pool,
  purpose: AiPurpose,
  since: Date,
): Promise<number> => {
  const { rows } = await pool.query<{ spent: number }>({
    name: "ai-purpose-spending",
    text: `SELECT coalesce(sum(u.cost), 0)::float8 AS spent
             FROM ai_calls c JOIN usage u ON u.id = c.id WHERE c.purpose = $1 AND c.created_at >= $2`,
    values: [purpose, since],
  });
  return rows[0]?.spent ?? 0;
};

export type RecentCall = { vendor: string; outcome: AiCallOutcome; at: number };

/** More failures in a row than open a circuit; a success before them does not matter. */
const maxRecentCalls = 20;

/** The newest calls of each vendor since this time, oldest first. */
export const readRecentCalls = async (
  pool: pg.Pool,
  vendors: readonly string[],
  since: Date,
): Promise<RecentCall[]> => {
  const { rows } = await pool.query<RecentCall>({
    name: "ai-recent-calls",
    text: `SELECT vendor, r.outcome, (extract(epoch FROM r.created_at) * 1000)::float8 AS at
             FROM unnest($1::text[]) AS vendor CROSS JOIN LATERAL (
                    SELECT c.outcome, u.created_at FROM usage u JOIN ai_calls c ON c.id = u.id
                     WHERE u.service = vendor AND u.created_at >= $2
                     ORDER BY u.created_at DESC LIMIT ${maxRecentCalls}) r
            ORDER BY r.created_at`,
    values: [vendors, since],
  });
  return rows;
};
