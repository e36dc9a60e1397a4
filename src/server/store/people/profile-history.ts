import { sql } from "drizzle-orm";
import { channels, conversationChannelFor, conversationChannels } from "#domain/channels/channel.ts";
import { instantAtLocalTime } from "#domain/day.ts";
import { answersPerson, type ProfileEntry } from "#domain/profile/entries.ts";
import type { ConsentChange } from "#domain/profile/what-changed.ts";
import { readIntents } from "#domain/reading/labels.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import type { Reader } from "#server/db/database.ts";

/** More than the profile needs of any person, and few enough to read on every view. */
const maxEntries = 300;

type EntryRow = {
  id: string;
  at: number;
  kind: TimelineKind;
  source: string | null;
  text: string | null;
  metadata: Record<string, unknown> | null;
  causedBy: string | null;
  callback: string | null;
  confidence: number | null;
  isManual: boolean | null;
  answeredEvent: string | null;
};

const channelOf = ({ kind, source, metadata }: EntryRow): ProfileEntry["channel"] => {
  if (kind === "event_received") {
    const type = String(metadata?.type ?? "");
    if (type === "email") return "email";
    return conversationChannels.find((channel) => type === `${channel}_received`) ?? null;
  }
  const channel = channels.find((each) => each === (metadata?.channel ?? source));
  return channel ? conversationChannelFor(channel) : null;
};

const toEntry = (row: EntryRow, zone: string): ProfileEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  type: typeof row.metadata?.type === "string" ? row.metadata.type : null,
  channel: channelOf(row),
  text: row.text === "" ? null : row.text,
  intent: readIntents.find((intent) => intent === row.metadata?.intent) ?? null,
  confidence: row.confidence,
  callbackAt: row.callback === null ? null : instantAtLocalTime(Date.parse(`${row.callback}Z`), zone),
  causedBy: row.causedBy,
  answers: row.isManual ? answersPerson : row.answeredEvent,
});

/** The newest entries of each person's timeline, newest first. Test sends and answers to them count for nothing. */
export const readEntriesOfPeople = async (
  db: Reader,
  ids: readonly string[],
  /** In which the times that messages name are stored. */
  zone: string,
): Promise<Map<string, ProfileEntry[]>> => {
  const { rows } = await db.execute<EntryRow & { personId: string }>(sql`
    SELECT t.person_id AS "personId", t.id, (extract(epoch FROM t.created_at) * 1000)::float8 AS at, t.event_type AS kind,
           t.source, t.description AS text, t.metadata, t.caused_by AS "causedBy", r.local ->> 'callback' AS callback,
           CASE WHEN r.corrected IS NOT NULL THEN 1
                WHEN r.refined ->> 'intent' = t.metadata ->> 'intent' THEN (r.refined ->> 'confidence')::float8
                ELSE (r.local ->> 'confidence')::float8 END AS confidence,
           a.id IS NOT NULL AND a.rule_id IS NULL AND a.rule_run_id IS NULL AND a.caused_by IS NULL AS "isManual",
           a.caused_by AS "answeredEvent"
      FROM unnest(${sql.param(ids)}::uuid[]) AS person (id)
     CROSS JOIN LATERAL (SELECT * FROM timeline WHERE person_id = person.id AND created_at > now() - interval '400 days'
              AND (metadata ->> 'simulated') IS DISTINCT FROM 'true'
             ORDER BY created_at DESC, id DESC LIMIT ${maxEntries}) t
      LEFT JOIN message_readings r ON t.event_type = 'event_received' AND r.event_id = t.caused_by
      LEFT JOIN actions a ON t.event_type = 'message_sent' AND a.id = t.caused_by
     ORDER BY t.created_at DESC, t.id DESC`);
  const entries = new Map<string, ProfileEntry[]>();
  for (const { personId, ...row } of rows) {
    const known = entries.get(personId);
    if (known) known.push(toEntry(row, zone));
    else entries.set(personId, [toEntry(row, zone)]);
  }
  return entries;
};

export const readProfileEntries = async (
  db: Reader,
  personId: string,
  zone: string,
): Promise<ProfileEntry[]> => (await readEntriesOfPeople(db, [personId], zone)).get(personId) ?? [];

export const readConsentChanges = async (
  db: Reader,
  personId: string,
  since: number,
): Promise<ConsentChange[]> => {
  const { rows } = await db.execute<ConsentChange>(sql`
    SELECT channel, state, (extract(epoch FROM created_at) * 1000)::float8 AS at FROM consent_records
     WHERE person_id = ${personId} AND created_at > to_timestamp(${since / 1000}) ORDER BY created_at DESC LIMIT 10`);
  return rows;
};
