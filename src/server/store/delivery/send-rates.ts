import { sql } from "drizzle-orm";
import type { SendRate } from "#domain/messages/send-rate.ts";
import type { Tx } from "#server/db/database.ts";

type Row = { id: string; nextAt: number; pausedUntil: number | null };

const epochMs = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);
const columns = sql`id, ${epochMs("next_at")} AS "nextAt", ${epochMs("paused_until")} AS "pausedUntil"`;
const toMap = (rows: Row[]): Map<string, SendRate> =>
  new Map(rows.map(({ id, nextAt, pausedUntil }) => [id, { nextAt, pausedUntil }]));

/** The rates of limited messengers, locked until the transaction ends: slots are given out by one process at a time. */
export const lockSendRates = async (tx: Tx, limited: string[]): Promise<Map<string, SendRate>> => {
  if (limited.length === 0) return new Map();
  await tx.execute(sql`
    INSERT INTO send_rates (id, next_at) SELECT unnest(${sql.param(limited)}::text[]), 'epoch' ORDER BY 1 ON CONFLICT DO NOTHING`);
  const { rows } = await tx.execute<Row>(sql`
    SELECT ${columns} FROM send_rates WHERE id = ANY(${sql.param(limited)}::text[]) ORDER BY id FOR UPDATE`);
  return toMap(rows);
};

/** Rates of messengers that are paused now. */
export const readPausedRates = async (tx: Tx): Promise<Map<string, SendRate>> => {
  const { rows } = await tx.execute<Row>(sql`SELECT ${columns} FROM send_rates WHERE paused_until > now()`);
  return toMap(rows);
};

export const saveSendRates = async (tx: Tx, rates: Map<string, SendRate>): Promise<void> => {
  if (rates.size === 0) return;
  const rows = [...rates].map(([id, { nextAt }]) => ({ id, nextAt: new Date(nextAt).toISOString() }));
  await tx.execute(sql`
    UPDATE send_rates SET next_at = row."nextAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id text, "nextAt" timestamptz)
     WHERE send_rates.id = row.id`);
};

/** Pauses messengers for all processes, as their vendors ask for. */
export const pauseMessengers = async (tx: Tx, pauses: { id: string; until: number }[]): Promise<void> => {
  if (pauses.length === 0) return;
  const rows = pauses.map(({ id, until }) => ({ id, until: new Date(until).toISOString() }));
  await tx.execute(sql`
    INSERT INTO send_rates (id, paused_until)
    SELECT id, max(until) FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id text, until timestamptz)
     GROUP BY 1 ORDER BY 1
    ON CONFLICT (id) DO UPDATE SET paused_until = greatest(send_rates.paused_until, excluded.paused_until)`);
};

/** `messenger` is the one that reserved a slot at that time; null when none is reserved. */
export type PostponedAction = { id: string; until: number; messenger: string | null };

/** Delays approved actions until a messenger can send them. */
export const postponeActions = async (tx: Tx, postponed: PostponedAction[]): Promise<void> => {
  if (postponed.length === 0) return;
  const rows = postponed.map(({ id, until, messenger }) => ({
    id,
    until: new Date(until).toISOString(),
    slot: messenger === null ? null : { messenger, at: until },
  }));
  await tx.execute(sql`
    UPDATE actions SET status = 'pending', not_before = row.until, reasons = '[{"code": "waits_its_turn"}]',
           config = (coalesce(config, '{}') - 'slot') || jsonb_strip_nulls(jsonb_build_object('slot', row.slot))
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id uuid, until timestamptz, slot jsonb)
     WHERE actions.id = row.id`);
};
