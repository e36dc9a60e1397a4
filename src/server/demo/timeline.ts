import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { timeline } from "#server/db/schema/people.ts";
import type { Calendar } from "./calendar.ts";
import { type RecentEntry, recentEntries } from "./recent-entries.ts";
import { generatedId, pickText, randomUnit, textArrayParam, timestampArrayParam } from "./sql-expressions.ts";

const n = sql`n`;

/** Assigns a matching person to each recent entry and sets that person's last change to its time. */
export const planRecentEntries = async (tx: Tx, { newest }: Calendar): Promise<void> => {
  const times = timestampArrayParam(
    recentEntries.map(({ minutesBefore }) => newest - minutesBefore * 60_000),
  );
  await tx.execute(sql`
    CREATE TEMP TABLE demo_recent_entries ON COMMIT DROP AS
    WITH wanted AS (
      SELECT position, need, at, row_number() OVER (PARTITION BY need ORDER BY position) AS ordinal
        FROM unnest(${textArrayParam(recentEntries.map(({ personKind }) => personKind))}, ${times}) WITH ORDINALITY AS w (need, at, position)
    ), matching AS (
      SELECT n, id, first_name || ' ' || last_name AS name, need,
             row_number() OVER (PARTITION BY need ORDER BY ${randomUnit(n, 100)}) AS ordinal
        FROM (SELECT *, CASE WHEN dnc THEN 'dnc'
                             WHEN island AND sms AND type = 'lead' THEN 'island'
                             WHEN sms AND language = 'en' AND ${randomUnit(n, 31)} < 0.88 AND ${randomUnit(n, 30)} > 0.7 THEN 'eager'
                             WHEN whatsapp AND language = 'es' THEN 'spanish'
                             WHEN sms AND call AND language = 'en' THEN 'english' END AS need
                FROM demo_people) people
       WHERE need IS NOT NULL AND created_at < ${new Date(newest - 24 * 3_600_000).toISOString()}::timestamptz
    )
    SELECT position, n, id, name, at FROM wanted JOIN matching USING (need, ordinal) ORDER BY position`);
  await tx.execute(sql`
    UPDATE demo_people SET touched_at = demo_recent_entries.at FROM demo_recent_entries WHERE demo_people.n = demo_recent_entries.n`);
};

const channels = ["sms", "whatsapp", "voice_agent", "email"];
const replies = [
  "“Sí, me interesa.”",
  "“Can you call me after five?”",
  "“¿Cuánto sería al mes?”",
  "“Thanks, I will think about it.”",
  "“Mándeme el estimado, por favor.”",
];

/** The timeline of each person: creation, stage changes and messages. */
export const insertDemoTimeline = async (tx: Tx, { newest }: Calendar): Promise<void> => {
  const span = sql`(touched_at - created_at)`;
  const untilConversion = sql`(coalesce(converted_at, touched_at) - created_at)`;
  await tx.execute(sql`
    INSERT INTO timeline (id, person_id, event_type, source, title, description, created_at)
    SELECT ${generatedId("timeline", sql`n * 16 + slot`, sql`at`)}, id, kind, source, title, description, at
      FROM (
        SELECT n, id, 'person_created' AS kind, 0 AS slot, sources[1] AS source, 'Person created' AS title, sources[1] AS description, created_at AS at FROM demo_people
        UNION ALL
        SELECT n, id, 'status_changed', 1, 'rules', 'Stage changed', 'new → qualified', created_at + ${untilConversion} * 0.3 FROM demo_people WHERE stage_rank(status) >= 1
        UNION ALL
        SELECT n, id, 'status_changed', 2, 'rules', 'Stage changed', 'qualified → contacted', created_at + ${untilConversion} * 0.6 FROM demo_people WHERE stage_rank(status) >= 2
        UNION ALL
        SELECT n, id, 'status_changed', 3, 'rules', 'Stage changed', 'contacted → converted', converted_at FROM demo_people WHERE converted_at IS NOT NULL
        UNION ALL
        SELECT n, id, CASE WHEN replied THEN 'reply' ELSE 'message_sent' END, 4 + k,
               CASE WHEN replied THEN 'channels' ELSE ${pickText(channels, sql`(n * 7 + k)`, 101)} END,
               CASE WHEN replied THEN 'Replied' ELSE 'Message sent' END,
               CASE WHEN replied THEN ${pickText(replies, sql`(n * 7 + k)`, 102)} END,
               created_at + ${span} * CASE WHEN k = message_count THEN 1 ELSE (k + ${randomUnit(sql`(n * 7 + k)`, 103)}) / (message_count + 2) END
          FROM (SELECT *, k % 2 = 0 AS replied FROM (SELECT *, 1 + floor(4 * ${randomUnit(n, 104)})::int AS message_count FROM demo_people WHERE NOT dnc) people,
                generate_series(1, message_count) k) messages
      ) entries
     WHERE kind = 'person_created' OR at <= ${new Date(newest - 20 * 60_000).toISOString()}::timestamptz
     ORDER BY at`);
  const { rows } = await tx.execute<{ position: number; id: string; at: string }>(sql`
    SELECT position::int AS position, id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at FROM demo_recent_entries`);
  await tx.insert(timeline).values(
    rows.map(({ position, id, at }) => {
      const {
        personKind: _kind,
        minutesBefore: _minutes,
        ...entry
      } = recentEntries[position - 1] ?? emptyEntry;
      return { ...entry, personId: id, createdAt: new Date(at) };
    }),
  );
};

const emptyEntry: RecentEntry = {
  personKind: "english",
  minutesBefore: 0,
  eventType: "event_received",
  source: "",
  title: "",
  description: null,
};
