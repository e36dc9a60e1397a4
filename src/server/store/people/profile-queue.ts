import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Reader, Tx } from "#server/db/database.ts";

/** A person whose advice is to be computed; the mark changes when something more happens meanwhile. */
export type QueuedProfile = { personId: string; mark: string };

/** Queues people who have scores; the scores themselves queue theirs in `saveScores`. */
export const enqueueProfiles = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.execute(sql`
    INSERT INTO profile_queue (person_id)
    SELECT person_id FROM ai_profiles WHERE person_id = ANY(${sql.param(ids)}::uuid[]) ORDER BY person_id
    ON CONFLICT (person_id) DO UPDATE SET mark = gen_random_uuid()`);
};

/** The next people by id, so that none waits behind people who are queued again and again. */
export const readQueuedProfiles = async (
  pool: pg.Pool,
  afterId: string | null,
  limit: number,
): Promise<QueuedProfile[]> => {
  const { rows } = await pool.query<QueuedProfile>({
    name: "queued-profiles",
    text: `SELECT person_id AS "personId", mark FROM profile_queue
            WHERE $1::uuid IS NULL OR person_id > $1::uuid ORDER BY person_id LIMIT $2`,
    values: [afterId, limit],
  });
  return rows;
};

/** Those who delete people lock them first, too, so that neither waits for rows that the other has. */
export const keepPeople = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    SELECT FROM people WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR KEY SHARE`);
};

/** Those who were queued again meanwhile stay. */
export const removeQueuedProfiles = async (tx: Tx, done: readonly QueuedProfile[]): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM profile_queue q
     USING jsonb_to_recordset(${JSON.stringify(done)}::jsonb) AS row ("personId" uuid, mark uuid)
     WHERE q.person_id = row."personId" AND q.mark = row.mark`);
};

export type ComputedProfile = {
  personId: string;
  preferredChannel: string | null;
  bestTimeToContact: string | null;
  nextBestAction: string;
  /** Null keeps the stored one. */
  aiSummary: string | null;
};

/** Stores what differs, for filters, exports and systems that read the person; returns how many did. */
export const saveComputedProfiles = async (
  db: Reader,
  profiles: readonly ComputedProfile[],
): Promise<number> => {
  // Rows are locked in the order of their people, as those who save scores do it.
  const { rowCount } = await db.execute(sql`
    WITH changed AS (
      SELECT a.id, row."preferredChannel", row."bestTimeToContact", row."nextBestAction",
             coalesce(row."aiSummary", a.ai_summary) AS "aiSummary"
        FROM jsonb_to_recordset(${JSON.stringify(profiles)}::jsonb) AS row ("personId" uuid, "preferredChannel" text,
               "bestTimeToContact" text, "nextBestAction" text, "aiSummary" text)
        JOIN ai_profiles a ON a.person_id = row."personId"
       WHERE (a.preferred_channel, a.best_time_to_contact, a.next_best_action, a.ai_summary)
             IS DISTINCT FROM (row."preferredChannel", row."bestTimeToContact", row."nextBestAction",
                               coalesce(row."aiSummary", a.ai_summary))
       ORDER BY a.person_id FOR NO KEY UPDATE OF a)
    UPDATE ai_profiles a SET preferred_channel = changed."preferredChannel", best_time_to_contact = changed."bestTimeToContact",
           next_best_action = changed."nextBestAction", ai_summary = changed."aiSummary"
      FROM changed WHERE a.id = changed.id`);
  return rowCount ?? 0;
};
