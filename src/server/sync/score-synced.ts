import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import type { Database } from "#server/db/database.ts";
import { defineJob } from "#server/jobs/job.ts";
import { scorePeople } from "#server/learning/rescore-people.ts";
import { readScorer } from "#server/store/ai/score-models.ts";
import { readUnscoredPeople } from "#server/store/sync/sync-links.ts";
import type { Write } from "#server/store/write.ts";

const score = async (ids: string[], { db }: Database, write: Write): Promise<void> => {
  const scorer = await readScorer(db);
  await write(system, async ({ tx, touch, asyncCommit }) => {
    await asyncCommit();
    await scorePeople(tx, scorer, ids, Date.now());
    touch("people");
  });
};

/** Scores people whom a sync added, without firing rules: they are contacts of long ago as often as new ones. */
export const scoreSynced = defineJob({
  name: "score-synced",
  payload: z.object({ ids: z.array(z.uuid()) }),
  retry: retryPolicies.job,
  batchSize: 1,
  run: async (batch, { database, write }) => {
    for (const { ids } of batch) await score(ids, database, write);
  },
});

const pageSize = 500;

/** Scores all people of a sync who have no score yet, when its first load has ended. */
export const scoreLinked = defineJob({
  name: "score-linked",
  payload: z.object({ service: z.string() }),
  retry: retryPolicies.job,
  batchSize: 1,
  run: async (batch, { database, write }) => {
    for (const { service } of batch) {
      for (let after: string | null = null; ; ) {
        const ids: string[] = await readUnscoredPeople(database.db, service, after, pageSize);
        const last = ids.at(-1);
        if (last === undefined) break;
        await score(ids, database, write);
        after = last;
      }
    }
  },
});
