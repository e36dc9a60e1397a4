import { sql } from "drizzle-orm";
import type { PersonValues } from "#domain/people/person-columns.ts";
import type { personStatuses, personTypes } from "#domain/person.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import { spokenType } from "#domain/scoring/behaviours.ts";
import type { PersonFeatures, ScoringFacts } from "#domain/scoring/features.ts";
import type { PastActivity } from "#domain/scoring/history.ts";
import { learnedFieldKinds } from "#domain/scoring/learned-fields.ts";
import { messageDetails } from "#domain/scoring/message-details.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { optedOutSql } from "./audience-sql.ts";

/** A person as scoring and rules see them. */
export type PersonProfile = Pick<
  PersonValues,
  "id" | "tags" | "sources" | "phone" | "zip" | "region" | "timezone" | "language"
> & {
  type: (typeof personTypes)[number];
  status: (typeof personStatuses)[number];
  consents: Record<string, boolean | undefined>;
  /** Milliseconds since 1970. */
  createdAt: number;
  scores: Scores | null;
  history: unknown;
  /** Of custom fields with fixed choices that are no personal data. */
  choices: ScoringFacts["choices"];
  /** An opt-out of one of their addresses is in force. */
  isOptedOut: boolean;
};

const columns = sql`p.id, p.type, p.status, p.tags, p.consents, p.sources,
           (extract(epoch FROM p.created_at) * 1000)::float8 AS "createdAt",
           ${optedOutSql(sql`p.id`)} AS "isOptedOut",
           p.phone, p.zip, p.region, p.timezone, p.language, a.history,
           CASE WHEN a.intent_score IS NOT NULL THEN jsonb_build_object('intent', a.intent_score,
             'propensity', a.propensity_to_buy, 'churn', a.churn_risk) END AS scores,
           coalesce((SELECT jsonb_object_agg(f.key, p.fields -> f.key) FROM person_fields f
                      WHERE p.fields <> '{}' AND p.fields ? f.key AND f.kind = ANY(${sql.param(learnedFieldKinds)}::text[])
                        AND NOT f.pii AND f.archived_at IS NULL), '{}') AS choices`;

/** The people's rows stay locked until the transaction ends. */
export const lockProfiles = async (tx: Tx, ids: string[]): Promise<PersonProfile[]> => {
  const { rows } = await tx.execute<PersonProfile>(sql`
    SELECT ${columns}
      FROM people p LEFT JOIN ai_profiles a ON a.person_id = p.id
     WHERE p.id = ANY(${sql.param(ids)}::uuid[]) ORDER BY p.id FOR NO KEY UPDATE OF p`);
  return rows;
};

/** Without locks, for what only reads them. */
export const findProfiles = async (db: Reader, ids: readonly string[]): Promise<PersonProfile[]> => {
  const { rows } = await db.execute<PersonProfile>(sql`
    SELECT ${columns} FROM people p LEFT JOIN ai_profiles a ON a.person_id = p.id
     WHERE p.id = ANY(${sql.param(ids)}::uuid[])`);
  return rows;
};

export type ScoredProfile = PersonProfile & { modelVersion: string | null; scoredAt: Date | null };

export const findProfile = async (db: Reader, id: string): Promise<ScoredProfile | undefined> => {
  const { rows } = await db.execute<Omit<ScoredProfile, "scoredAt"> & { scoredAt: string | null }>(sql`
    SELECT ${columns}, a.model_version AS "modelVersion", a.updated_at AS "scoredAt"
      FROM people p LEFT JOIN ai_profiles a ON a.person_id = p.id WHERE p.id = ${id}`);
  const [row] = rows;
  return row && { ...row, scoredAt: row.scoredAt === null ? null : new Date(row.scoredAt) };
};

/** What the reading `r` says, with what an operator corrected in it. */
export const countedReading = sql`r.local || coalesce(r.corrected, '{}')`;

/** The timelines of people who have no summed-up history yet. */
export const readPastEvents = async (db: Reader, ids: string[]): Promise<Map<string, PastActivity[]>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: string;
    type: string;
    intent: ReadIntent | null;
    reading: MessageReading | null;
    channel: string | null;
    at: number;
  }>(sql`
    SELECT t.person_id AS id, t.metadata ->> 'intent' AS intent, ${countedReading} AS reading, r.channel,
           -- A new person's entry names the type of its event, which has an entry of its own.
           CASE event_type WHEN 'person_created' THEN event_type ELSE coalesce(t.metadata ->> 'type', event_type) END AS type,
           (extract(epoch FROM t.created_at) * 1000)::float8 AS at
      FROM timeline t LEFT JOIN message_readings r ON r.event_id = t.caused_by AND t.metadata ? 'intent'
     WHERE t.person_id = ANY(${sql.param(ids)}::uuid[])
       AND t.created_at > now() - interval '400 days' ORDER BY t.created_at`);
  const activities = rows.flatMap(({ id, type, intent, reading, channel, at }) => [
    { id, type, at, channel },
    ...(intent
      ? [
          {
            id,
            type: spokenType(intent),
            at,
            details: reading ? messageDetails(reading) : [`intent:${intent}`],
          },
        ]
      : []),
  ]);
  return Map.groupBy(activities, ({ id }) => id);
};

export type NewScores = {
  personId: string;
  /** Null where not enough is known of the person. */
  scores: Scores | null;
  history: object;
  version: string;
  /** What the scores rest on; null where the moment is not kept to learn from. */
  snapshot: { at: number; stage: string; isOptedOut: boolean; features: PersonFeatures } | null;
};

export const saveScores = async (tx: Tx, scores: NewScores[]): Promise<void> => {
  if (scores.length === 0) return;
  await tx.execute(sql`
    WITH scored AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(scores)}::json) AS row (
        "personId" uuid, scores jsonb, history jsonb, version text, snapshot jsonb)
    ), kept AS (
      INSERT INTO score_snapshots (person_id, day, stage, is_opted_out, features, taken_at)
      SELECT "personId", (taken_at AT TIME ZONE 'UTC')::date, snapshot ->> 'stage', (snapshot ->> 'isOptedOut')::boolean,
             snapshot -> 'features', taken_at
        FROM scored, to_timestamp((snapshot ->> 'at')::float8 / 1000) AS taken_at
       WHERE snapshot IS NOT NULL
      ON CONFLICT (person_id, day, stage) DO UPDATE SET features = excluded.features, taken_at = excluded.taken_at,
        is_opted_out = excluded.is_opted_out
    ), queued AS (
      -- What is advised follows from the scores; pipeline/react/profile-people.ts computes it.
      INSERT INTO profile_queue (person_id) SELECT "personId" FROM scored
      ON CONFLICT (person_id) DO UPDATE SET mark = gen_random_uuid()
    )
    INSERT INTO ai_profiles AS a (person_id, intent_score, propensity_to_buy, churn_risk, history, model_version)
    SELECT "personId", (scores ->> 'intent')::int, (scores ->> 'propensity')::int, (scores ->> 'churn')::int, history, version
      FROM scored
    ON CONFLICT (person_id) DO UPDATE SET intent_score = excluded.intent_score,
      propensity_to_buy = excluded.propensity_to_buy, churn_risk = excluded.churn_risk, history = excluded.history,
      model_version = excluded.model_version, updated_at = greatest(now(), a.updated_at + interval '1 millisecond')`);
};

/** What scoring knows of a person besides their history. */
export const scoringFacts = (person: PersonProfile): ScoringFacts => ({
  type: person.type,
  status: person.status,
  sources: person.sources,
  optedOut: person.isOptedOut || person.consents.dnc === true,
  consented: ["sms", "whatsapp", "call", "email"].some((channel) => person.consents[channel] === true),
  createdAt: person.createdAt,
  tags: person.tags,
  choices: person.choices,
  language: person.language,
  region: person.region,
});

/** Keeps a wish that a person named in a conversation. */
export const savePreference = async (
  tx: Tx,
  personId: string,
  field: string,
  value: string,
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO ai_profiles (person_id, intent_score, propensity_to_buy, churn_risk, preferences)
    VALUES (${personId}, NULL, NULL, NULL, jsonb_build_object(${field}::text, ${value}::text))
    ON CONFLICT (person_id) DO UPDATE SET
      preferences = coalesce(ai_profiles.preferences, '{}') || excluded.preferences, updated_at = now()`);
};
