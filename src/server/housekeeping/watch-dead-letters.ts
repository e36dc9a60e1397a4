import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { system } from "#server/audit/entry.ts";
import type { Db } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import { defineJob } from "#server/jobs/job.ts";
import { deadLetterQueue } from "#server/jobs/runner.ts";

const settledAfterMs = 10_000;
const place = { category: "jobs", key: "dead_letters_seen" };

const lastLook = async (db: Db): Promise<Date> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.category, place.category), eq(settings.key, place.key)));
  return new Date(typeof row?.value === "string" ? row.value : 0);
};

/** Work that failed for good must reach a person: one notification a kind of job and look. */
export const watchDeadLetters = defineJob({
  name: "watch-dead-letters",
  payload: z.object({}),
  retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 60 },
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { database, write }) => {
    // A letter may be dated a moment before it can be seen, so the newest moments wait for the next look.
    const until = new Date(Date.now() - settledAfterMs);
    const since = await lastLook(database.db);
    const { rows } = await database.pool.query<{ job: string; count: number }>(
      `SELECT coalesce(source_name, name) AS job, count(*)::int AS count FROM pgboss.job
        WHERE name = $1 AND created_on > $2 AND created_on <= $3
        GROUP BY 1`,
      [deadLetterQueue, since, until],
    );
    await write(system, async ({ tx, audit, touch }) => {
      await tx
        .insert(settings)
        .values({ ...place, value: until.toISOString() })
        .onConflictDoUpdate({
          target: [settings.category, settings.key],
          set: { value: until.toISOString() },
        });
      if (rows.length === 0) return;
      await tx.insert(notifications).values(rows.map((params) => ({ kind: "job_dead" as const, params })));
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
