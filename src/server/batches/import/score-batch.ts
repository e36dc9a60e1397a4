import { sql } from "drizzle-orm";
import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { defineJob } from "#server/jobs/job.ts";
import { scorePeople } from "#server/learning/rescore-people.ts";
import { readScorer } from "#server/store/ai/score-models.ts";
import { findBatch } from "#server/store/batches/batches.ts";
import { parseImportOptions } from "./load-import.ts";

const pageSize = 500;

/**
 * Scores the people of an import without firing rules. Where the operator asked for rules, the reactor scores new people
 * itself: a score that is there already would count as not moved.
 */
export const scoreBatch = defineJob({
  name: "score-batch",
  payload: z.object({ id: z.uuid() }),
  retry: retryPolicies.job,
  batchSize: 1,
  run: async (batch, { database, write }) => {
    for (const { id } of batch) {
      const stored = await findBatch(database.db, id);
      if (!stored) continue;
      const verdicts = parseImportOptions(stored).runRules ? ["changed"] : ["added", "changed"];
      for (let after = 0; ; ) {
        const scorer = await readScorer(database.db);
        const { rows } = await database.db.execute<{ line: number; personId: string }>(sql`
          SELECT line, person_id AS "personId" FROM batch_rows
           WHERE batch_id = ${id} AND line > ${after} AND verdict = ANY(${sql.param(verdicts)}::text[])
             AND person_id IS NOT NULL ORDER BY line LIMIT ${pageSize}`);
        const last = rows.at(-1);
        if (!last) break;
        after = last.line;
        await write(system, async ({ tx, touch, asyncCommit }) => {
          await asyncCommit();
          await scorePeople(tx, scorer, [...new Set(rows.map(({ personId }) => personId))], Date.now());
          touch("people");
        });
      }
    }
  },
});
