import { sql } from "drizzle-orm";
import { personStatuses } from "#domain/person.ts";
import type { ScoredEntry } from "#domain/profile/score-history.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import { spokenType } from "#domain/scoring/behaviours.ts";
import { messageDetails } from "#domain/scoring/message-details.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import type { Reader } from "#server/db/database.ts";
import { countedReading } from "./profiles.ts";
import type { TimelineRow } from "./timeline.ts";

/** More than a plot can show, and few enough to replay on every view. */
const maxEntries = 1000;

export type TimelineEntryRow = Pick<TimelineRow, "eventType" | "source" | "title" | "description"> & {
  id: string;
  metadata: Record<string, unknown> | null;
  at: number;
};

type EntryRow = TimelineEntryRow & { reading: MessageReading | null; channel: string | null };

const readStage = ({ eventType, description }: TimelineEntryRow): Pick<ScoredEntry, "stage"> => {
  if (eventType !== "status_changed") return {};
  const [from, to] = (description ?? "")
    .split(" → ")
    .map((name) => personStatuses.find((status) => status === name));
  return from && to ? { stage: { from, to } } : {};
};

const toScoredEntry = (row: EntryRow): ScoredEntry => {
  const { id, at, eventType, metadata, reading, channel } = row;
  const intent = typeof metadata?.intent === "string" ? (metadata.intent as ReadIntent) : null;
  // Scores react to events alone; what we send has none, and would move the line away from the stored scores.
  const isScored = eventType === "event_received";
  const type = typeof metadata?.type === "string" ? metadata.type : eventType;
  const isPreference = eventType === "opted_out" || eventType === "opted_in";
  return {
    id,
    at,
    activities: isScored
      ? [
          { type, at, channel },
          ...(intent
            ? [
                {
                  type: spokenType(intent),
                  at,
                  details: reading ? messageDetails(reading) : [`intent:${intent}`],
                },
              ]
            : []),
        ]
      : [],
    ...readStage(row),
    ...(isPreference ? { optedOut: eventType === "opted_out" } : {}),
  };
};

/** The newest entries of a timeline, oldest first, as rows and as scoring sees them. */
export const readScoredEntries = async (
  db: Reader,
  personId: string,
): Promise<{ rows: Map<string, TimelineEntryRow>; entries: ScoredEntry[] }> => {
  const { rows } = await db.execute<EntryRow>(sql`
    SELECT t.id, t.event_type AS "eventType", t.source, t.title, t.description, t.metadata,
           (extract(epoch FROM t.created_at) * 1000)::float8 AS at, ${countedReading} AS reading, r.channel
      FROM (SELECT * FROM timeline WHERE person_id = ${personId} AND created_at > now() - interval '400 days'
             ORDER BY created_at DESC, id DESC LIMIT ${maxEntries}) t
      LEFT JOIN message_readings r ON r.event_id = t.caused_by AND t.metadata ? 'intent'
     ORDER BY t.created_at, t.id`);
  return { rows: new Map(rows.map((row) => [row.id, row])), entries: rows.map(toScoredEntry) };
};

const scoreOfTrigger: Record<string, ScoreName> = {
  intent_score: "intent",
  propensity_score: "propensity",
  churn_risk: "churn",
};

const maxThresholds = 5;

/** Where switched-on rules fire on a rising score. */
export const readScoreThresholds = async (
  db: Reader,
): Promise<{ rule: string; score: ScoreName; value: number }[]> => {
  const { rows } = await db.execute<{ rule: string; type: string; value: string }>(sql`
    SELECT r.name AS rule, t ->> 'type' AS type, t ->> 'value' AS value
      FROM rules r, jsonb_array_elements(r.triggers) t
     WHERE r.enabled AND t ->> 'operator' = '>='
       AND t ->> 'type' = ANY(${sql.param(Object.keys(scoreOfTrigger))}::text[])
     ORDER BY r.created_at, r.id LIMIT ${maxThresholds}`);
  return rows.flatMap(({ rule, type, value }) => {
    const score = scoreOfTrigger[type];
    const number = Number(value);
    return score && Number.isFinite(number) ? [{ rule, score, value: number }] : [];
  });
};
