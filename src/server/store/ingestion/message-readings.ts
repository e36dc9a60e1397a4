import { sql } from "drizzle-orm";
import type { CorrectedReading } from "#domain/reading/corrected-reading.ts";
import type { ReadingSource } from "#domain/reading/counted-reading.ts";
import type { ReadChannel, ReadIntent } from "#domain/reading/labels.ts";
import type { ModelReading } from "#domain/reading/model-reading.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { Reader, Tx } from "#server/db/database.ts";

/** An answer to an older message is rarely one. */
const maxPreviousAge = "14 days";

/** The text of our last message to each of these people. */
export const readLastMessages = async (
  db: Reader,
  people: readonly string[],
): Promise<Map<string, string>> => {
  if (people.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; text: string }>(sql`
    SELECT person.id, last.text
      FROM unnest(${sql.param(people)}::uuid[]) AS person (id),
           LATERAL (SELECT config -> 'rendered' ->> 'text' AS text FROM actions a
                     WHERE a.person_id = person.id AND a.status IN ('sent', 'delivered', 'read', 'simulated')
                       AND a.created_at > now() - ${maxPreviousAge}::interval
                     ORDER BY a.created_at DESC LIMIT 1) last
     WHERE last.text IS NOT NULL`);
  return new Map(rows.map(({ id, text }) => [id, text]));
};

export type NewReading = { eventId: string; personId: string; channel: ReadChannel; local: MessageReading };

export const insertReadings = async (tx: Tx, readings: readonly NewReading[]): Promise<void> => {
  if (readings.length === 0) return;
  await tx.execute(sql`
    INSERT INTO message_readings (event_id, person_id, channel, local)
    SELECT "eventId", "personId", channel, local
      FROM json_to_recordset(${JSON.stringify(readings)}::json) AS row (
        "eventId" uuid, "personId" uuid, channel text, local jsonb)
    ON CONFLICT (event_id) DO NOTHING`);
};

export type ReadingToRefine = {
  eventId: string;
  personId: string;
  text: string;
  previous: string | null;
  local: MessageReading;
  refined: ModelReading | null;
};

/** A stored reading that no operator corrected, with the message it is of and our last message before it. */
export const findReading = async (db: Reader, eventId: string): Promise<ReadingToRefine | undefined> => {
  const { rows } = await db.execute<ReadingToRefine>(sql`
    SELECT r.event_id AS "eventId", r.person_id AS "personId", r.local, r.refined,
           e.processed_data -> 'event' ->> 'message' AS text,
           (SELECT a.config -> 'rendered' ->> 'text' FROM actions a
             WHERE a.person_id = r.person_id AND a.status IN ('sent', 'delivered', 'read', 'simulated')
               AND a.created_at BETWEEN e.created_at - ${maxPreviousAge}::interval AND e.created_at
             ORDER BY a.created_at DESC LIMIT 1) AS previous
      FROM message_readings r JOIN events e ON e.id = r.event_id
     WHERE r.event_id = ${eventId} AND r.corrected IS NULL AND e.processed_data -> 'event' ->> 'message' IS NOT NULL`);
  return rows[0];
};

export const saveRefined = async (
  tx: Tx,
  eventId: string,
  refined: ModelReading,
  refinedBy: string,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE message_readings SET refined = ${JSON.stringify(refined)}::jsonb, refined_by = ${refinedBy}
     WHERE event_id = ${eventId}`);
};

/** The timeline says which intent counts and who read it, for all that show the message; the person's history is counted again from the timeline. */
export const replaceIntent = async (
  tx: Tx,
  {
    eventId,
    personId,
    intent,
    source,
  }: { eventId: string; personId: string; intent: ReadIntent; source: ReadingSource },
): Promise<void> => {
  const counted = JSON.stringify({ intent, readBy: source });
  await tx.execute(sql`
    UPDATE timeline SET metadata = metadata || ${counted}::jsonb
     WHERE person_id = ${personId} AND caused_by = ${eventId} AND event_type = 'event_received'`);
  await tx.execute(sql`UPDATE ai_profiles SET history = NULL WHERE person_id = ${personId}`);
};

export type CorrectableReading = {
  personId: string;
  local: MessageReading;
  refined: ModelReading | null;
  refinedBy: string | null;
  corrected: CorrectedReading | null;
  /** The intent that counts; null where the timeline does not name it. */
  intent: ReadIntent | null;
};

export const lockReading = async (
  tx: Tx,
  personId: string,
  eventId: string,
): Promise<CorrectableReading | undefined> => {
  const { rows } = await tx.execute<CorrectableReading>(sql`
    SELECT r.person_id AS "personId", r.local, r.refined, r.refined_by AS "refinedBy", r.corrected,
           (SELECT t.metadata ->> 'intent' FROM timeline t
             WHERE t.person_id = r.person_id AND t.caused_by = r.event_id AND t.event_type = 'event_received'
             LIMIT 1) AS intent
      FROM message_readings r WHERE r.person_id = ${personId} AND r.event_id = ${eventId} FOR UPDATE OF r`);
  return rows[0];
};

/** Null takes a correction back. */
export const saveCorrection = async (
  tx: Tx,
  eventId: string,
  corrected: CorrectedReading | null,
  userId: string | null,
): Promise<void> => {
  await tx.execute(sql`
    UPDATE message_readings SET corrected = ${corrected === null ? null : JSON.stringify(corrected)}::jsonb,
           corrected_by = ${corrected === null ? null : userId}
     WHERE event_id = ${eventId}`);
};

/** How many messages wait for a model, counted only as far as it matters. */
export const countWaitingRefinements = async (tx: Tx, limit: number): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM pgboss.job WHERE name = 'refine-reading' AND state < 'active' LIMIT ${limit}) waiting`);
  return rows[0]?.count ?? 0;
};
