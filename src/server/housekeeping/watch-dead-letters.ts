import * as z from "zod";
import { system } from "#server/audit/entry.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deadLetterQueue } from "#server/jobs/runner.ts";

/** Work that failed for good must reach a person: one notification a kind of job and look. */
export const watchDeadLetters = defineJob({
  name: "watch-dead-letters",
  payload: z.object({}),
  retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 60 },
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { database, write }) => {
    const { rows } = await database.pool.query<{ job: string; count: number }>(
      `SELECT coalesce(source_name, name) AS job, count(*)::int AS count FROM pgboss.job
        WHERE name = $1
          AND created_on > coalesce((SELECT max(created_at) FROM notifications WHERE kind = 'job_dead'), '-infinity')
        GROUP BY 1`,
      [deadLetterQueue],
    );
    if (rows.length === 0) return;
    await write(system, async ({ tx, audit, touch }) => {
      await tx.insert(notifications).values(rows.map((params) => ({ kind: "job_dead", params })));
      for (const { job, count } of rows) {
        audit({
          eventType: "failed_action",
          entityType: "job",
          entityId: job,
          description: `${count} jobs of kind ${job} failed for good`,
          status: "failure",
        });
      }
      touch("notifications");
    });
  },
});
