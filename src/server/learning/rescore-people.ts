import { sql } from "drizzle-orm";
import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { buildHistory, parseHistory } from "#domain/scoring/history.ts";
import type { Scorer } from "#domain/scoring/scorer.ts";
import { system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { defineJob } from "#server/jobs/job.ts";
import { findOutdatedProfiles } from "#server/store/ai/rescoring.ts";
import { readScorer } from "#server/store/ai/score-models.ts";
import { lockProfiles, readPastEvents, saveScores, scoringFacts } from "#server/store/people/profiles.ts";

const pageSize = 1000;

/** Scores people as they are now, without firing rules. */
export const scorePeople = async (tx: Tx, scorer: Scorer, ids: string[], now: number): Promise<void> => {
  const people = await lockProfiles(tx, ids);
  const withoutHistory = people.filter(({ history }) => history === null).map(({ id }) => id);
  const past = await readPastEvents(tx, withoutHistory);
  await saveScores(
    tx,
    people.map((person) => {
      const history =
        person.history === null ? buildHistory(past.get(person.id) ?? [], now) : parseHistory(person.history);
      const { scores } = scorer.score({ facts: scoringFacts(person), history, now });
      return { personId: person.id, scores, history, version: scorer.version, snapshot: null };
    }),
  );
};

/** Scores people whose history was joined or divided, from their timelines. No rule fires. */
export const rescorePeopleNow = async (tx: Tx, scorer: Scorer, ids: string[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.execute(
    sql`UPDATE ai_profiles SET history = NULL WHERE person_id = ANY(${sql.param(ids)}::uuid[])`,
  );
  await scorePeople(tx, scorer, ids, Date.now());
};

/**
 * Scores everybody with the models in use. No rule fires: the people have not changed, only what is known of people
 * like them, and a new model must not set off messages to everybody above a limit.
 */
export const rescorePeople = defineJob({
  name: "rescore-people",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 10,
  run: async (_batch, { database, write }) => {
    let after: string | null = null;
    for (;;) {
      // Read anew for each page, because the models may change again meanwhile.
      const scorer = await readScorer(database.db);
      const ids: string[] = await findOutdatedProfiles(database.db, scorer.version, after, pageSize);
      if (ids.length === 0 && after === null) return;
      if (ids.length > 0)
        await write(system, async ({ tx, touch }) => {
          await scorePeople(tx, scorer, ids, Date.now());
          touch("people", "learning");
        });
      // After the last page another pass finds people who were scored with an earlier model meanwhile.
      after = ids.at(-1) ?? null;
    }
  },
});
