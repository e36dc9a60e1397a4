import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type * as z from "zod";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import type { Topic } from "#domain/topic.ts";
import { type Actor, type AuditRow, createAuditRow, type NewAuditEntry } from "#server/audit/entry.ts";
import { type Clock, systemClock } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { isDeadlock } from "#server/db/errors.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { traceStep } from "#server/tracing.ts";
import { recordIdempotentRequest } from "./workspace/idempotency-keys.ts";

export const liveChannel = "faro_live";

/** What must be known of a job to enqueue it. */
export type JobKind<P extends z.ZodType = z.ZodType> = {
  name: string;
  payload: P;
  groupOf?(payload: z.infer<P>): string;
};
export type JobOptions = {
  startAfter?: Date;
  /** The event or request in whose trace it runs; else that of the caller, if it has one. */
  cause?: string;
};
export type JobQueue = {
  insert: (tx: Tx, job: JobKind, rows: { payload: object; options: JobOptions }[]) => Promise<void>;
};

/** One change: its rows, audit entries, jobs and changed topics commit together or not at all. */
export type WriteContext = {
  tx: Tx;
  audit: (entry: NewAuditEntry) => void;
  enqueue: <P extends z.ZodType>(job: JobKind<P>, payload: z.infer<P>, options?: JobOptions) => void;
  touch: (...topics: Topic[]) => void;
  clock: Clock;
  /**
   * Commits without waiting for the disk. Only for work whose input stays in its queue when a power failure undoes
   * the whole transaction.
   */
  asyncCommit: () => Promise<void>;
};

export type Write = <T>(actor: Actor, change: (context: WriteContext) => Promise<T>) => Promise<T>;

type QueuedJob = { job: JobKind; payload: object; options: JobOptions };

/**
 * The one way to change anything. A change whose transaction ended in a deadlock is made again, so it must have no effect
 * outside its transaction. `onCommitted` gets the changed topics before the caller continues.
 */
export const createWrite =
  (
    db: Pick<Db, "transaction">,
    queue: JobQueue,
    onCommitted: (topics: Topic[]) => void = () => {},
    clock: Clock = systemClock,
  ): Write =>
  async (actor, change) => {
    const { result, touched } = await traceStep("write", {}, () =>
      retryDeadlocks(() => commitChange(db, queue, clock, actor, change)),
    );
    if (actor.idempotent) actor.idempotent.isRecorded = true;
    if (touched.size > 0) onCommitted([...touched]);
    return result;
  };

/** Two transactions that wait for each other's locks: the database ends one, which then has changed nothing. */
const retryDeadlocks = async <T>(transaction: () => Promise<T>): Promise<T> => {
  for (let failures = 1; ; failures++) {
    try {
      return await transaction();
    } catch (error) {
      if (!isDeadlock(error) || !mayRetry(retryPolicies.deadlock, failures)) throw error;
      await sleep(retryDelayMs(retryPolicies.deadlock, failures));
    }
  }
};

const commitChange = async <T>(
  db: Pick<Db, "transaction">,
  queue: JobQueue,
  clock: Clock,
  actor: Actor,
  change: (context: WriteContext) => Promise<T>,
): Promise<{ result: T; touched: Set<Topic> }> => {
  const touched = new Set<Topic>();
  const result = await db.transaction(async (tx) => {
    const entries: AuditRow[] = [];
    const jobs: QueuedJob[] = [];
    const changed = await change({
      tx,
      audit: (entry) => void entries.push(createAuditRow(entry, actor, new Date(clock.now()))),
      enqueue: (job, payload, options = {}) => void jobs.push({ job, payload: payload as object, options }),
      touch: (...topics) => topics.forEach((topic) => void touched.add(topic)),
      clock,
      asyncCommit: async () => void (await tx.execute(sql`SET LOCAL synchronous_commit = off`)),
    });
    await insertJobs(tx, queue, jobs);
    if (actor.idempotent)
      await recordIdempotentRequest(
        tx,
        actor.idempotent,
        entries.map(({ entity_type, entity_id }) => ({ type: entity_type ?? "", id: entity_id ?? "" })),
      );
    if (entries.length > 0) touched.add("audit");
    await inOneRoundTrip([
      touched.size > 0 && tx.execute(sql`SELECT pg_notify(${liveChannel}, ${JSON.stringify([...touched])})`),
      // Last, because the lock of the audit chain is held until the commit.
      entries.length > 0 && tx.execute(sql`SELECT audit_append(${JSON.stringify(entries)}::jsonb)`),
    ]);
    return changed;
  });
  return { result, touched };
};

const insertJobs = async (tx: Tx, queue: JobQueue, queued: QueuedJob[]): Promise<void> => {
  for (const [job, rows] of Map.groupBy(queued, ({ job }) => job)) {
    await queue.insert(
      tx,
      job,
      rows.map(({ payload, options }) => ({ payload, options })),
    );
  }
};
