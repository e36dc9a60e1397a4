import { sql } from "drizzle-orm";
import type { JobResult, JobWithMetadata, PgBoss } from "pg-boss";
import * as z from "zod";
import type { Database, Tx } from "#server/db/database.ts";
import type { Listener } from "#server/db/listener.ts";
import { errorMessage, type Log } from "#server/log.ts";
import type { Job, JobContext, JobQueue } from "./job.ts";

/** Where a job goes when its last try failed; an operator sees it, nothing is thrown away. */
export const deadLetterQueue = "dead-letters";

export type Jobs = JobQueue & {
  /** Large, and not needed to begin with where nobody works: opened in good time, or by the first job asked for. */
  open: () => Promise<void>;
  /** Registers the schedules and works the queues until `stop`. */
  work: (
    context: JobContext,
    onDone: (name: string, ok: number, failed: number, ms: number) => void,
  ) => Promise<void>;
  stop: () => Promise<void>;
};

// With a beat each 3 s and a look each 5 s, the work of a killed process is taken up well within 30 s.
const heartbeatSeconds = 10;
const superviseSeconds = 5;
const dayInSeconds = 86_400;

export const startJobs = async (
  jobs: readonly Job[],
  database: Database,
  listener: Listener,
  log: Log,
  supervise: boolean,
): Promise<Jobs> => {
  const open = async () => {
    const { fromDrizzle, PgBoss } = await import("pg-boss");
    const boss = new PgBoss({
      db: {
        executeSql: (text, values) => database.pool.query(text, values as unknown[]),
        listen: async (channel, onMessage, onReconnect) => {
          const close = await listener.listen(channel, { onMessage, onReconnect });
          return { close };
        },
      },
      useListenNotify: true,
      supervise,
      schedule: supervise,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      cronMonitorIntervalSeconds: 15,
    });
    boss.on("error", (error) => log.warn({ error }, "job engine"));
    await boss.start();
    await createQueues(boss, jobs, supervise);
    return { boss, within: (tx: Tx) => fromDrizzle(tx, sql) };
  };
  let opened: ReturnType<typeof open> | undefined;
  const engine = (): ReturnType<typeof open> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  // Whoever comes first makes its tables; later on, whoever only asks for work need not wait for it.
  if (supervise || !(await hasTables(database))) await engine();

  return {
    insert: async (tx, job, rows) => {
      const checked = rows.map(({ payload, options }) => ({
        data: job.payload.parse(payload) as object,
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      }));
      const { boss, within } = await engine();
      await boss.insert(job.name, checked, { db: within(tx) });
    },
    open: async () => void (await engine()),
    work: async (context, onDone) => {
      const { boss } = await engine();
      for (const job of jobs) {
        if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: "UTC" });
        const options = {
          batchSize: job.batchSize,
          includeMetadata: true,
          perJobResults: true,
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 5,
          heartbeatRefreshSeconds: 3,
          burstWhenBatchFull: true,
        } as const;
        await boss.work(job.name, options, async (batch: JobWithMetadata<object>[]) => {
          const started = performance.now();
          const results = await runBatch(job, batch, context);
          const failed = results.filter((result) => result.status !== "completed").length;
          onDone(job.name, results.length - failed, failed, performance.now() - started);
          return results;
        });
      }
    },
    stop: async () => {
      const { boss } = (await opened?.catch(() => undefined)) ?? {};
      await boss?.stop({ graceful: true, timeout: 20_000 });
    },
  };
};

const hasTables = async ({ pool }: Database): Promise<boolean> => {
  const { rows } = await pool.query<{ found: boolean }>(
    "SELECT to_regclass('pgboss.version') IS NOT NULL AS found",
  );
  return rows[0]?.found === true;
};

/** Whoever works brings the queues up to date; whoever only asks for work makes sure that there are some. */
const createQueues = async (boss: PgBoss, jobs: readonly Job[], update: boolean): Promise<void> => {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!existing.has(deadLetterQueue)) {
    await boss.createQueue(deadLetterQueue, { retentionSeconds: 365 * dayInSeconds });
  }
  for (const job of jobs) {
    const options = {
      retryLimit: job.retry.limit,
      retryDelay: job.retry.delaySeconds,
      retryDelayMax: job.retry.maxDelaySeconds,
      retryBackoff: true,
      heartbeatSeconds,
      // Long work is bounded by its beat, not by this.
      expireInSeconds: 6 * 3600,
      retentionSeconds: 90 * dayInSeconds,
      deleteAfterSeconds: 3 * dayInSeconds,
      deadLetter: deadLetterQueue,
      notify: true,
    };
    if (!existing.has(job.name)) await boss.createQueue(job.name, options);
    else if (update) await boss.updateQueue(job.name, options);
  }
};

export const runBatch = async (
  job: Job,
  batch: { id: string; data: object }[],
  context: JobContext,
): Promise<JobResult[]> => {
  const parsed = batch.map(({ id, data }) => ({ id, check: job.payload.safeParse(data ?? {}) }));
  const bad = parsed.flatMap(({ id, check }): JobResult[] =>
    check.success ? [] : [{ id, status: "deadletter", output: { message: z.prettifyError(check.error) } }],
  );
  const good = parsed.flatMap(({ id, check }) => (check.success ? [{ id, payload: check.data }] : []));
  if (good.length === 0) return bad;
  try {
    await job.run(
      good.map(({ payload }) => payload),
      context,
    );
    return [...bad, ...good.map(({ id }): JobResult => ({ id, status: "completed" }))];
  } catch (error) {
    if (good.length === 1) return [...bad, failure(job, good[0]?.id ?? "", error, context)];
  }
  const alone: JobResult[] = [];
  for (const { id, payload } of good) {
    try {
      await job.run([payload], context);
      alone.push({ id, status: "completed" });
    } catch (error) {
      alone.push(failure(job, id, error, context));
    }
  }
  return [...bad, ...alone];
};

const failure = (job: Job, id: string, error: unknown, context: JobContext): JobResult => {
  context.log.warn({ error, job: job.name, id }, "job failed");
  return {
    id,
    status: "failed",
    output: { message: errorMessage(error) },
  };
};
