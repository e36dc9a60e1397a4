import { sql } from "drizzle-orm";
import { addActivity, type BehaviourHistory, emptyHistory } from "#domain/scoring/history.ts";
import { startingScorer } from "#domain/scoring/scorer.ts";
import type { Tx } from "#server/db/database.ts";
import { lockProfiles, saveScores, scoringFacts } from "#server/store/people/profiles.ts";

/** The scores that the model computes from everything that happened to the people of the demo. */
export const scoreDemoPeople = async (tx: Tx, now: number): Promise<void> => {
  const { rows } = await tx.execute<{ id: string; types: string[]; times: number[] }>(sql`
    SELECT person_id AS id, array_agg(coalesce(metadata ->> 'type', event_type) ORDER BY created_at) AS types,
           array_agg((extract(epoch FROM created_at) * 1000)::float8 ORDER BY created_at) AS times
      FROM timeline
     -- The rest says nothing about the person.
     WHERE event_type NOT IN ('rule_fired', 'status_changed', 'message_held', 'message_blocked', 'message_failed', 'message_unknown')
     GROUP BY 1`);
  const histories = new Map<string, BehaviourHistory>();
  for (const { id, types, times } of rows) {
    const history = types.reduce(
      (sum, type, index) => addActivity(sum, { type, at: times[index] ?? now }, now),
      emptyHistory,
    );
    histories.set(id, history);
  }
  const people = await lockProfiles(tx, [...histories.keys()]);
  const scores = people.map((person) => {
    const history = histories.get(person.id) ?? emptyHistory;
    const { scores: values } = startingScorer.score({ facts: scoringFacts(person), history, now });
    return { personId: person.id, ...values, history, version: startingScorer.version, snapshot: null };
  });
  await saveScores(tx, scores);
};
