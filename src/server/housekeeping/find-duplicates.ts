import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { saveSkippedBlocks } from "#server/store/people/duplicate-pairs.ts";
import {
  type CandidatePair,
  comparePairs,
  findCandidatesOf,
  readCompared,
  removeStalePairs,
  savePairs,
  visitCandidates,
} from "#server/store/people/find-duplicates.ts";

const comparePage = async (
  { database, write }: Pick<JobContext, "database" | "write">,
  pairs: CandidatePair[],
): Promise<void> => {
  const ids = [...new Set(pairs.flatMap(({ personId, otherId }) => [personId, otherId]))];
  const found = comparePairs(pairs, await readCompared(database.db, ids));
  const isFound = new Set(found.map(({ personId, otherId }) => `${personId} ${otherId}`));
  const stale = pairs.filter(({ personId, otherId }) => !isFound.has(`${personId} ${otherId}`));
  await write(system, async ({ tx, touch }) => {
    await removeStalePairs(tx, stale);
    if ((await savePairs(tx, found)) > 0) touch("people");
  });
};

/** Finds people who may be one: everybody every night and on demand, people of an import, and single ones when they are changed. */
export const findDuplicates = defineJob({
  name: "find-duplicates",
  payload: z.object({ ids: z.array(z.uuid()).optional(), batch: z.uuid().optional() }),
  retry: retryPolicies.job,
  batchSize: 20,
  schedule: "17 6 * * *",
  run: async (batch, context) => {
    const ids = [...new Set(batch.flatMap((payload) => payload.ids ?? []))];
    if (ids.length > 0) await comparePage(context, await findCandidatesOf(context.database.db, ids));
    const isEverybody = batch.some((payload) => payload.ids === undefined && payload.batch === undefined);
    if (!isEverybody) {
      for (const batchId of new Set(batch.flatMap((payload) => payload.batch ?? [])))
        await visitCandidates(context.database.pool, (pairs) => comparePage(context, pairs), batchId);
      return;
    }
    const skipped = await visitCandidates(context.database.pool, (pairs) => comparePage(context, pairs));
    await context.write(system, async ({ tx, touch }) => {
      await saveSkippedBlocks(tx, skipped);
      touch("people");
    });
  },
});
