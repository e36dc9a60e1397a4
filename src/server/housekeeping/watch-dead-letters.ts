import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import type { Db } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deadLetterQueue } from "#server/jobs/runner.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";

const visibleAfterMs = 10_000;
const settingKey = { category: "jobs", key: "dead_letters_seen" };

const lastRun = async (db: Db): Promise<Date> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.category, settingKey.category), eq(settings.key, settingKey.key)));
  return new Date(typeof row?.value === "string" ? row.value : 0);
};

/** Notifies operators of jobs whose last attempt failed: one notification per kind of job and run. */
export const watchDeadLetters = defineJob({
  name: "watch-dead-letters",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { database, write }) => {
    // A row may become visible after the time it is dated, so the newest seconds wait for the next run.
    const until = new Date(Date.now() - visibleAfterMs);
    const since = await lastRun(database.db);
    const { rows } = await database.pool.query<{ job: string; count: number }>(
      `SELECT coalesce(source_name, name) AS job, count(*)::int AS count FROM pgboss.job
        WHERE name = $1 AND created_on > $2 AND created_on <= $3
        GROUP BY 1`,
      [deadLetterQueue, since, until],
    );
    // The mark moves only when something was found, so that an idle minute writes nothing.
    if (rows.length === 0) return;
    await write(system, async ({ tx, audit, touch }) => {
      await tx
        .insert(settings)
        .values({ ...settingKey, value: until.toISOString() })
        .onConflictDoUpdate({
          target: [settings.category, settings.key],
          set: { value: until.toISOString() },
        });
      await addNotifications(
        tx,
        rows.map((params) => ({ kind: "job_dead" as const, params })),
      );
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
