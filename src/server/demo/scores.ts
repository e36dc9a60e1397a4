import { sql } from "drizzle-orm";
import type { MessageReading } from "#domain/reading/read-message.ts";
import { spokenType } from "#domain/scoring/behaviours.ts";
import { addActivity, type BehaviourHistory, emptyHistory } from "#domain/scoring/history.ts";
import { messageDetails } from "#domain/scoring/message-details.ts";
import type { PersonStage } from "#domain/scoring/outcomes.ts";
import { startingScorer } from "#domain/scoring/scorer.ts";
import type { Tx } from "#server/db/database.ts";
import { lockProfiles, type PersonProfile, saveScores, scoringFacts } from "#server/store/people/profiles.ts";

const dayMs = 86_400_000;
/** The product keeps each day; one of these days is enough to learn from and quick to load. */
const snapshotDays = 7;

/** What happened to a person, oldest first. */
type Past = {
  id: string;
  types: string[];
  times: number[];
  stages: (PersonStage | null)[];
  readings: ({ local: MessageReading; channel: string } | null)[];
};

type PastMoment = { personId: string; at: number; stage: PersonStage; isOptedOut: boolean; features: object };

/** Goes through a person's past as the product would have: adds each activity, and keeps moments to learn from. */
const replay = (
  { types, times, stages, readings }: Past,
  person: PersonProfile,
  now: number,
): { history: BehaviourHistory; moments: PastMoment[] } => {
  const facts = scoringFacts(person);
  const moments: PastMoment[] = [];
  let history = emptyHistory;
  // A person who is a customer from the start never changes stage.
  let stage: PersonStage = stages.some((changed) => changed !== null) ? "new" : person.status;
  let isOptedOut = false;
  types.forEach((type, index) => {
    const at = times[index] ?? now;
    const changed = stages[index];
    const reading = readings[index];
    if (changed) stage = changed;
    else history = addActivity(history, { type, at, channel: reading?.channel ?? null }, at);
    if (reading) {
      const { local } = reading;
      history = addActivity(
        history,
        { type: spokenType(local.intent), at, details: messageDetails(local) },
        at,
      );
    }
    if (type === "opted_out") isOptedOut = true;
    const isLastOfPeriod =
      Math.floor(at / (snapshotDays * dayMs)) !==
      Math.floor((times[index + 1] ?? Number.POSITIVE_INFINITY) / (snapshotDays * dayMs));
    if (!isLastOfPeriod || changed) return;
    const { features } = startingScorer.score({
      facts: { ...facts, status: stage, optedOut: isOptedOut },
      history,
      now: at,
    });
    moments.push({ personId: person.id, at, stage, isOptedOut, features });
  });
  return { history, moments };
};

const insertMoments = async (tx: Tx, moments: PastMoment[]): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO score_snapshots (person_id, day, stage, is_opted_out, features, taken_at)
    SELECT "personId", (taken_at AT TIME ZONE 'UTC')::date, stage, "isOptedOut", features, taken_at
      FROM json_to_recordset(${JSON.stringify(moments)}::json) AS row (
             "personId" uuid, at float8, stage text, "isOptedOut" boolean, features jsonb),
           to_timestamp(at / 1000) AS taken_at
    ON CONFLICT DO NOTHING`);
};

/** The scores that the model computes from everything that happened to the people of the demo. */
export const scoreDemoPeople = async (tx: Tx, now: number): Promise<void> => {
  const { rows: pasts } = await tx.execute<Past>(sql`
    SELECT t.person_id AS id, array_agg(coalesce(t.metadata ->> 'type', event_type) ORDER BY t.created_at, t.id) AS types,
           array_agg((extract(epoch FROM t.created_at) * 1000)::float8 ORDER BY t.created_at, t.id) AS times,
           array_agg(CASE event_type WHEN 'status_changed' THEN split_part(description, ' → ', 2) END ORDER BY t.created_at, t.id) AS stages,
           jsonb_agg(CASE WHEN r.event_id IS NOT NULL THEN jsonb_build_object('local', r.local, 'channel', r.channel) END ORDER BY t.created_at, t.id) AS readings
      FROM timeline t LEFT JOIN message_readings r ON r.event_id = t.caused_by AND event_type = 'event_received'
     -- The rest says nothing about the person. A new person's event has an entry of its own.
     WHERE event_type NOT IN ('person_created', 'rule_fired', 'message_held', 'message_blocked', 'message_failed', 'message_unknown')
     GROUP BY 1`);
  const pastOf = new Map(pasts.map((past) => [past.id, past]));
  const people = await lockProfiles(tx, [...pastOf.keys()]);
  const moments: PastMoment[] = [];
  const scores = people.map((person) => {
    const past = pastOf.get(person.id) ?? {
      id: person.id,
      types: [],
      times: [],
      stages: [],
      readings: [],
    };
    const replayed = replay(past, person, now);
    moments.push(...replayed.moments);
    const { scores: values } = startingScorer.score({
      facts: scoringFacts(person),
      history: replayed.history,
      now,
    });
    return {
      personId: person.id,
      ...values,
      history: replayed.history,
      version: startingScorer.version,
      snapshot: null,
    };
  });
  await saveScores(tx, scores);
  await insertMoments(tx, moments);
};
