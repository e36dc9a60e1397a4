import { sql } from "drizzle-orm";
import type { GeneralSettings } from "#domain/general-settings.ts";
import type { ReadChannel } from "#domain/reading/labels.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import type { Tx } from "#server/db/database.ts";
import { insertReadings } from "#server/store/ingestion/message-readings.ts";

type WrittenMessage = { eventId: string; personId: string; text: string; channel: ReadChannel; at: number };

/** What the messages of the demo say, as the recorder would have read them. */
export const insertDemoReadings = async (
  tx: Tx,
  { timezone, locale }: Pick<GeneralSettings, "timezone" | "locale">,
): Promise<void> => {
  const { rows } = await tx.execute<WrittenMessage>(sql`
    SELECT id AS "eventId", person_id AS "personId", processed_data -> 'event' ->> 'message' AS text,
           CASE event_type WHEN 'sms_received' THEN 'sms' WHEN 'whatsapp_received' THEN 'whatsapp' WHEN 'email' THEN 'email' ELSE 'web_form' END AS channel,
           (extract(epoch FROM created_at) * 1000)::float8 AS at
      FROM events WHERE person_id IS NOT NULL AND processed_data -> 'event' ->> 'message' <> ''`);
  // The demo has few different texts. Only a callback depends on when a text was written.
  const read = new Map<string, MessageReading>();
  const readings = rows.map(({ text, channel, at, ...ids }) => {
    const key = `${channel} ${text}`;
    const known = read.get(key);
    const local =
      known && known.callback === null
        ? known
        : readMessage({ text, previous: null, channel }, { now: at, timezone, locale });
    read.set(key, local);
    return { ...ids, channel, local };
  });
  await insertReadings(tx, readings);
};
