import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";

/** Tables whose rows move to the survivor, with the column that identifies a row. */
const movedTables = {
  timeline: "id",
  actions: "id",
  calls: "id",
  events: "id",
  message_readings: "event_id",
  rule_runs: "id",
  sequence_runs: "id",
  broadcast_people: "run_id",
  reviews: "id",
  person_requests: "id",
  unanswered_questions: "id",
  agent_turns: "id",
  episodes: "id",
  thread_answers: "id",
  notes: "id",
  form_submissions: "id",
  tasks: "id",
  approvals: "id",
  messages: "id",
  reply_suggestions: "id",
  outgoing_files: "id",
  usage: "id",
  webhook_events: "id",
  sync_links: "id",
  sync_changes: "id",
  integration_work: "id",
  chat_threads: "id",
  external_tasks: "id",
} as const;
export type MovedTable = keyof typeof movedTables;
export type MovedRows = Partial<Record<MovedTable | "person_addresses" | "merged_people", string[]>>;

const tables = Object.keys(movedTables) as MovedTable[];
const keyOf = (table: MovedTable) => sql.identifier(movedTables[table]);

/** What the operator is told that moves. */
const countedTables = ["messages", "calls", "events", "timeline", "notes", "tasks", "actions"] as const;

/** How many rows would move, by table. */
export const countMoves = async (db: Reader, otherId: string): Promise<Record<string, number>> => {
  const counts = sql.join(
    countedTables.map(
      (table) =>
        sql`(SELECT count(*)::int FROM ${sql.identifier(table)} WHERE person_id = ${otherId}) AS ${sql.identifier(table)}`,
    ),
    sql`, `,
  );
  const { rows } = await db.execute<Record<string, number>>(sql`SELECT ${counts}`);
  return rows[0] ?? {};
};

/** Moves all rows of one person to another; returns their keys, so that an undo finds them again. */
export const moveRows = async (tx: Tx, fromId: string, toId: string): Promise<MovedRows> => {
  const moved: MovedRows = {};
  // A person has one contact at a vendor; the survivor's stays.
  await tx.execute(sql`
    UPDATE sync_links l SET person_id = NULL, "values" = '{}' WHERE person_id = ${fromId}
       AND EXISTS (SELECT FROM sync_links own WHERE own.person_id = ${toId} AND own.service = l.service)`);
  for (const table of tables) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      UPDATE ${sql.identifier(table)} SET person_id = ${toId} WHERE person_id = ${fromId}
      RETURNING ${keyOf(table)} AS id`);
    if (rows.length > 0) moved[table] = rows.map(({ id }) => id);
  }
  return moved;
};

/** Moves rows back that are still where the merge put them. */
export const moveRowsBack = async (tx: Tx, moved: MovedRows, fromId: string, toId: string): Promise<void> => {
  for (const table of tables) {
    const ids = moved[table];
    if (!ids) continue;
    await tx.execute(sql`
      UPDATE ${sql.identifier(table)} SET person_id = ${toId}
       WHERE person_id = ${fromId} AND ${keyOf(table)} = ANY(${sql.param(ids)}::uuid[])`);
  }
};

/**
 * Moves what came after the merge to the person whose address it came from or went to: messages, calls and events, with
 * their timeline entries.
 */
export const moveLaterRows = async (
  tx: Tx,
  { fromId, toId, addresses, since }: { fromId: string; toId: string; addresses: string[]; since: string },
): Promise<number> => {
  if (addresses.length === 0) return 0;
  const theirs = sql`ANY(${sql.param(addresses)}::text[])`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH moved_actions AS (
      UPDATE actions SET person_id = ${toId}
       WHERE person_id = ${fromId} AND created_at >= ${since}::timestamptz
         AND lower(config -> 'rendered' ->> 'to') = ${theirs} RETURNING id),
    moved_calls AS (
      UPDATE calls SET person_id = ${toId}
       WHERE person_id = ${fromId} AND created_at >= ${since}::timestamptz AND phone_number = ${theirs} RETURNING id),
    moved_events AS (
      UPDATE events SET person_id = ${toId}
       WHERE person_id = ${fromId} AND created_at >= ${since}::timestamptz
         AND (lower(processed_data -> 'person' ->> 'email') = ${theirs} OR processed_data -> 'person' ->> 'phone' = ${theirs}
              OR processed_data -> 'person' ->> 'x' = ${theirs})
      RETURNING id)
    SELECT id FROM moved_actions UNION ALL SELECT id FROM moved_calls UNION ALL SELECT id FROM moved_events`);
  const ids = sql.param(rows.map(({ id }) => id));
  await tx.execute(sql`
    UPDATE messages SET person_id = ${toId} WHERE person_id = ${fromId} AND id = ANY(${ids}::uuid[])`);
  await tx.execute(sql`
    UPDATE message_readings SET person_id = ${toId} WHERE person_id = ${fromId} AND event_id = ANY(${ids}::uuid[])`);
  await tx.execute(sql`
    UPDATE timeline SET person_id = ${toId} WHERE person_id = ${fromId} AND caused_by = ANY(${ids}::uuid[])`);
  return rows.length;
};
