import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { Topic } from "#domain/topic.ts";
import { type Actor, type AuditRow, createAuditRow, type NewAuditEntry } from "#server/audit/entry.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { together } from "#server/db/together.ts";
import type { Job, JobOptions, JobQueue } from "#server/jobs/job.ts";

export const liveChannel = "faro_live";

/** One change: its rows, its audit entries, its next jobs and the topics it touched commit together or not at all. */
export type Writing = {
  tx: Tx;
  audit: (entry: NewAuditEntry) => void;
  enqueue: <P extends z.ZodType>(job: Job<string, P>, payload: z.infer<P>, options?: JobOptions) => void;
  touch: (...topics: Topic[]) => void;
  /**
   * Do not wait for the disk: for work whose input is safe already. Should the machine lose power in the next moments
   * it is as if it had not been done, all of it, and it is done again.
   */
  redoable: () => Promise<void>;
};

export type Write = <T>(actor: Actor, change: (writing: Writing) => Promise<T>) => Promise<T>;

type Queued = { job: Job; payload: object; options: JobOptions };

export const createWrite =
  (db: Db, queue: JobQueue): Write =>
  (actor, change) =>
    db.transaction(async (tx) => {
      const entries: AuditRow[] = [];
      const queued: Queued[] = [];
      const touched = new Set<Topic>();
      const result = await change({
        tx,
        audit: (entry) => void entries.push(createAuditRow(entry, actor, new Date())),
        enqueue: (job, payload, options = {}) =>
          void queued.push({ job, payload: payload as object, options }),
        touch: (...topics) => topics.forEach((topic) => void touched.add(topic)),
        redoable: async () => void (await tx.execute(sql`SET LOCAL synchronous_commit = off`)),
      });
      await insertJobs(tx, queue, queued);
      if (entries.length > 0) touched.add("audit");
      await together([
        touched.size > 0 &&
          tx.execute(sql`SELECT pg_notify(${liveChannel}, ${JSON.stringify([...touched])})`),
        // Last, because its lock is held until the commit.
        entries.length > 0 && tx.execute(sql`SELECT audit_append(${JSON.stringify(entries)}::jsonb)`),
      ]);
      return result;
    });

const insertJobs = async (tx: Tx, queue: JobQueue, queued: Queued[]): Promise<void> => {
  for (const [job, group] of Map.groupBy(queued, (one) => one.job)) {
    await queue.insert(
      tx,
      job,
      group.map(({ payload, options }) => ({ payload, options })),
    );
  }
};
