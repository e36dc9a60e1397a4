import { sql } from "drizzle-orm";
import type { ReadChannel } from "#domain/reading/labels.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { Tx } from "#server/db/database.ts";

/** An answer to an older message is rarely one. */
const maxPreviousAge = "14 days";

/** The text of our last message to each of these people. */
export const readLastMessages = async (tx: Tx, people: readonly string[]): Promise<Map<string, string>> => {
  if (people.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; text: string }>(sql`
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
