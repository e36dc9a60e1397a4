import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import type { Db } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";
import { defineJob, type Job } from "#server/jobs/job.ts";
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

type DeadLetter = { job: string; data: unknown };

const countByJob = (letters: readonly DeadLetter[]): { job: string; count: number }[] =>
  [...new Set(letters.map(({ job }) => job))].map((job) => ({
    job,
    count: letters.filter((letter) => letter.job === job).length,
  }));

/**
 * Notifies operators of jobs whose last attempt failed, with one notification per kind of job and run, and lets the jobs
 * record it. A dead letter is the only sure sign: a process that is killed in the last attempt reports nothing itself.
 */
export const watchDeadLetters = (jobs: readonly Job[]) =>
  defineJob({
    name: "watch-dead-letters",
    payload: z.object({}),
    retry: retryPolicies.job,
    batchSize: 10,
    schedule: "* * * * *",
    run: async (_batch, { database, write }) => {
      // A row may become visible after the time it is dated, so the newest seconds wait for the next run.
      const until = new Date(Date.now() - visibleAfterMs);
      const since = await lastRun(database.db);
      const { rows: letters } = await database.pool.query<DeadLetter>(
        `SELECT coalesce(source_name, name) AS job, data FROM pgboss.job
          WHERE name = $1 AND created_on > $2 AND created_on <= $3`,
        [deadLetterQueue, since, until],
      );
      // The mark moves only when something was found, so that an idle minute writes nothing.
      if (letters.length === 0) return;
      await write(system, async (context) => {
        const { tx, audit, touch } = context;
        // With the mark in one transaction, because a dead letter that is handled again could end a later run.
        for (const { job: name, data } of letters) {
          const job = jobs.find((known) => known.name === name);
          const payload = job?.payload.safeParse(data);
          if (payload?.success) await job?.onDeadLetter?.(payload.data, context);
        }
        await tx
          .insert(settings)
          .values({ ...settingKey, value: until.toISOString() })
          .onConflictDoUpdate({
            target: [settings.category, settings.key],
            set: { value: until.toISOString() },
          });
        const counts = countByJob(letters);
        await addNotifications(
          tx,
          counts.map((params) => ({ kind: "job_dead" as const, params })),
        );
        for (const { job, count } of counts) {
          audit({
            eventType: "failed_action",
            entityType: "job",
            entityId: job,
            details: { kind: "jobs_failed", count, job },
            status: "failure",
          });
        }
        touch("notifications");
      });
    },
  });
