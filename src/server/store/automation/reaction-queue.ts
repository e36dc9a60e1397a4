import { sql } from "drizzle-orm";
import type pg from "pg";
import type { MessageSignals } from "#domain/reading/signals-of-reading.ts";
import type { MetTrigger } from "#domain/rules/met-trigger.ts";
import { timePassedType } from "#domain/scoring/behaviours.ts";
import type { Tx } from "#server/db/database.ts";

/** Something that happened to a person and may move scores and fire rules. */
export type Reaction = {
  personId: string;
  type: string | null;
  at: number;
  causedBy: string;
  /** What the person wrote, and on which channel. */
  signals?: MessageSignals;
  channel?: string;
  /** The trigger that came true, where nothing arrived. */
  met?: MetTrigger;
};

/** A row of the queue holds what one transaction added, up to this many reactions. */
export const maxReactionsPerRow = 500;

export const enqueueReactions = async (tx: Tx, reactions: Omit<Reaction, "at">[]): Promise<void> => {
  if (reactions.length === 0) return;
  const rows: { reactions: typeof reactions }[] = [];
  for (let start = 0; start < reactions.length; start += maxReactionsPerRow)
    rows.push({ reactions: reactions.slice(start, start + maxReactionsPerRow) });
  await tx.execute(sql`
    INSERT INTO reaction_queue (reactions)
    SELECT reactions FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row (reactions jsonb)`);
};

/** Cheap, because it is asked far more often than there is something. */
export const hasReactions = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ any: boolean }>({
    name: "has-reactions",
    text: "SELECT EXISTS (SELECT FROM reaction_queue) AS any",
  });
  return rows[0]?.any === true;
};

/** Takes the oldest rows, or the named one, out of the queue; a transaction that fails puts them back. */
export const takeReactions = async (
  tx: Tx,
  selection: { maxRows: number } | { id: string },
): Promise<{ reactions: Reaction[]; hasMore: boolean }> => {
  const isSelected = "id" in selection ? sql`id = ${selection.id}` : sql`true`;
  const maxRows = "id" in selection ? 1 : selection.maxRows;
  const { rows } = await tx.execute<{ reactions: Omit<Reaction, "at">[]; at: number }>(sql`
    DELETE FROM reaction_queue WHERE id IN (
      SELECT id FROM reaction_queue WHERE ${isSelected} ORDER BY id LIMIT ${maxRows} FOR UPDATE SKIP LOCKED)
    RETURNING reactions, (extract(epoch FROM created_at) * 1000)::float8 AS at`);
  const reactions = rows.flatMap((row) => row.reactions.map((reaction) => ({ ...reaction, at: row.at })));
  return { reactions: reactions.toSorted((a, b) => a.at - b.at), hasMore: rows.length === maxRows };
};

/** Gives each reaction of the oldest rows a row of its own. Returns the ids of the new rows. */
export const splitReactions = async (tx: Tx, maxRows: number): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH oldest AS MATERIALIZED (
      SELECT id, reactions, created_at FROM reaction_queue ORDER BY id LIMIT ${maxRows} FOR UPDATE SKIP LOCKED
    ), removed AS (
      DELETE FROM reaction_queue WHERE id IN (SELECT id FROM oldest)
    )
    INSERT INTO reaction_queue (reactions, created_at)
    SELECT jsonb_build_array(reaction), created_at
      FROM oldest, jsonb_array_elements(reactions) WITH ORDINALITY AS element (reaction, position)
     ORDER BY oldest.id, position
    RETURNING id`);
  return rows.map(({ id }) => id);
};

/** How many reactions wait, counted only as far as it matters. */
export const countWaitingReactions = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT coalesce(sum(jsonb_array_length(reactions)), 0)::int AS count
      FROM (SELECT reactions FROM reaction_queue LIMIT 20) waiting`);
  return rows[0]?.count ?? 0;
};

/**
 * Enqueues a page of people whose scores were computed before today. Returns the last id of the page, undefined when
 * there is none.
 */
export const enqueueStaleScores = async (
  tx: Tx,
  afterId: string | null,
  limit: number,
): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    WITH stale AS (
      SELECT person_id FROM ai_profiles
       WHERE model_version IS NOT NULL AND updated_at < now() - interval '20 hours'
         AND (${afterId}::uuid IS NULL OR person_id > ${afterId}::uuid)
       ORDER BY person_id LIMIT ${limit}
    ), queued AS (
      INSERT INTO reaction_queue (reactions)
      SELECT jsonb_agg(jsonb_build_object('personId', person_id, 'type', ${timePassedType}::text, 'causedBy', person_id))
        FROM stale HAVING count(*) > 0
    )
    SELECT person_id AS last FROM stale ORDER BY person_id DESC LIMIT 1`);
  return rows[0]?.last ?? undefined;
};
