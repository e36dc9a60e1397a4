import { sql } from "drizzle-orm";
import type { SendRate } from "#domain/messages/send-rate.ts";
import type { Tx } from "#server/db/database.ts";

type Row = { id: string; nextAt: number; pausedUntil: number | null };

const at = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);
const columns = sql`id, ${at("next_at")} AS "nextAt", ${at("paused_until")} AS "pausedUntil"`;
const known = (rows: Row[]): Map<string, SendRate> =>
  new Map(rows.map(({ id, nextAt, pausedUntil }) => [id, { nextAt, pausedUntil }]));

/** The paces of ways that are limited, held until the transaction ends: places are given out by one at a time. */
export const holdPaces = async (tx: Tx, limited: string[]): Promise<Map<string, SendRate>> => {
  if (limited.length === 0) return new Map();
  await tx.execute(sql`
    INSERT INTO paces (id, next_at) SELECT unnest(${sql.param(limited)}::text[]), 'epoch' ORDER BY 1 ON CONFLICT DO NOTHING`);
  const { rows } = await tx.execute<Row>(sql`
    SELECT ${columns} FROM paces WHERE id = ANY(${sql.param(limited)}::text[]) ORDER BY id FOR UPDATE`);
  return known(rows);
};

/** Ways that are to rest now. */
export const findPaused = async (tx: Tx): Promise<Map<string, SendRate>> => {
  const { rows } = await tx.execute<Row>(sql`SELECT ${columns} FROM paces WHERE paused_until > now()`);
  return known(rows);
};

export const savePaces = async (tx: Tx, paces: Map<string, SendRate>): Promise<void> => {
  if (paces.size === 0) return;
  const rows = [...paces].map(([id, { nextAt }]) => ({ id, nextAt: new Date(nextAt).toISOString() }));
  await tx.execute(sql`
    UPDATE paces SET next_at = row."nextAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id text, "nextAt" timestamptz)
     WHERE paces.id = row.id`);
};

/** A vendor said that it is too much: nobody asks it again before then. */
export const pauseWays = async (tx: Tx, pauses: { id: string; until: number }[]): Promise<void> => {
  if (pauses.length === 0) return;
  const rows = pauses.map(({ id, until }) => ({ id, until: new Date(until).toISOString() }));
  await tx.execute(sql`
    INSERT INTO paces (id, paused_until)
    SELECT id, max(until) FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id text, until timestamptz)
     GROUP BY 1 ORDER BY 1
    ON CONFLICT (id) DO UPDATE SET paused_until = greatest(paces.paused_until, excluded.paused_until)`);
};

/** `place`: the way at which it has a place then, or nothing when it only waits. */
export type Postponed = { id: string; until: number; place: string | null };

/** Not now, though nothing speaks against it. */
export const postpone = async (tx: Tx, postponed: Postponed[]): Promise<void> => {
  if (postponed.length === 0) return;
  const rows = postponed.map(({ id, until, place }) => ({
    id,
    until: new Date(until).toISOString(),
    place: place === null ? null : { way: place, at: until },
  }));
  await tx.execute(sql`
    UPDATE actions SET status = 'pending', not_before = row.until, reasons = '[{"code": "waits_its_turn"}]',
           config = (coalesce(config, '{}') - 'place') || jsonb_strip_nulls(jsonb_build_object('place', row.place))
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id uuid, until timestamptz, place jsonb)
     WHERE actions.id = row.id`);
};
