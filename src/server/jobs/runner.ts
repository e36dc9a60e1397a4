import { sql } from "drizzle-orm";
import type { JobResult, JobWithMetadata, PgBoss } from "pg-boss";
import * as z from "zod";
import { runIsolated } from "#server/batch.ts";
import { createConcurrencyLimit } from "#server/concurrency-limit.ts";
import type { Database, Tx } from "#server/db/database.ts";
import type { Listener } from "#server/db/listener.ts";
import { describeError } from "#server/error-text.ts";
import type { Log } from "#server/log.ts";
import type { JobQueue } from "#server/store/write.ts";
import {
  currentSpan,
  firstSpanOf,
  noTracing,
  parseSpan,
  printSpan,
  type SpanReference,
  type Tracing,
} from "#server/tracing.ts";
import type { Job, JobContext } from "./job.ts";

/** Where a job goes after its last attempt failed. An operator is notified; nothing is deleted. */
export const deadLetterQueue = "dead-letters";

export type Jobs = JobQueue & {
  /** Loads the engine, which is large: a process that only enqueues opens it after its start. */
  open: () => Promise<void>;
  /** Registers the schedules and works off the queues until `stop`. */
  work: (
    context: JobContext,
    onDone: (name: string, ok: number, failed: number, ms: number) => void,
  ) => Promise<void>;
  stop: () => Promise<void>;
};

// With a heartbeat every 3 s and a check every 5 s, another worker continues a killed process's jobs within 30 s.
const heartbeatSeconds = 10;
const superviseSeconds = 5;
const dayInSeconds = 86_400;
/** All queues are polled at about the same time, each with a statement of its own. */
const maxEngineConnections = 2;

export const startJobs = async (
  jobs: readonly Job[],
  database: Database,
  listener: Listener,
  log: Log,
  supervise: boolean,
  tracing: Tracing = noTracing,
): Promise<Jobs> => {
  const open = async () => {
    const { fromDrizzle, PgBoss } = await import("pg-boss");
    const limit = createConcurrencyLimit();
    const boss = new PgBoss({
      db: {
        executeSql: (text, values) =>
          limit(maxEngineConnections, () => database.pool.query(text, values as unknown[])),
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
  // The first process creates the tables; later, a process that only enqueues need not wait for the engine.
  if (supervise || !(await hasTables(database))) await engine();

  return {
    insert: async (tx, job, rows) => {
      const checked = rows.map(({ payload, options }) => ({
        data: withSpan(job.payload.parse(payload) as object, findSpan(tracing, options.cause)),
        ...(job.groupOf ? { group: { id: job.groupOf(payload) } } : {}),
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
          localConcurrency: job.concurrency ?? 1,
          ...(job.groupOf ? { localGroupConcurrency: 1 } : {}),
        } as const;
        await boss.work(job.name, options, async (batch: JobWithMetadata<object>[]) => {
          const started = performance.now();
          const results = await runBatch(job, batch, context, tracing);
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

/** A worker also updates existing queues; a process that only enqueues creates those that are missing. */
const createQueues = async (boss: PgBoss, jobs: readonly Job[], update: boolean): Promise<void> => {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!existing.has(deadLetterQueue)) {
    await boss.createQueue(deadLetterQueue, { retentionSeconds: 365 * dayInSeconds });
  }
  for (const job of jobs) {
    const { maxAttempts, firstDelayMs, maxDelayMs } = job.retry;
    const options = {
      retryLimit: maxAttempts - 1,
      retryDelay: firstDelayMs / 1000,
      retryDelayMax: maxDelayMs / 1000,
      retryBackoff: true,
      heartbeatSeconds,
      // A job that hangs is noticed by its missing heartbeat; this limit is only a backstop.
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

/** The field of a job's data that carries the span which enqueued it. */
const spanField = "traceparent";

const findSpan = (tracing: Tracing, cause: string | undefined): SpanReference | undefined =>
  currentSpan() ?? (tracing.isOn && cause !== undefined ? firstSpanOf(cause) : undefined);

const withSpan = (data: object, span: SpanReference | undefined): object =>
  span ? { ...data, [spanField]: printSpan(span) } : data;

const takeSpan = (row: object | null): { data: object; parent: SpanReference | undefined } => {
  const { [spanField]: span, ...data } = (row ?? {}) as Record<string, unknown>;
  return { data, parent: parseSpan(span) };
};

export const runBatch = async (
  job: Job,
  batch: { id: string; data: object }[],
  context: JobContext,
  tracing: Tracing = noTracing,
): Promise<JobResult[]> => {
  const parsed = batch.map((row) => {
    const { data, parent } = takeSpan(row.data);
    return { id: row.id, parent, payload: job.payload.safeParse(data) };
  });
  const invalid = parsed.flatMap(({ id, payload }): JobResult[] =>
    payload.success
      ? []
      : [{ id, status: "deadletter", output: { message: z.prettifyError(payload.error) } }],
  );
  const valid = parsed.flatMap(({ id, parent, payload }) =>
    payload.success ? [{ id, parent, payload: payload.data }] : [],
  );
  if (valid.length === 0) return invalid;
  const run = async (items: readonly { id: string; payload: unknown }[]) => {
    await job.run(
      items.map(({ payload }) => payload),
      context,
    );
    return items;
  };
  const attributes = { "faro.batch.size": valid.length };
  const spans = valid.map(
    ({ parent }) => parent && tracing.startIn(parent, `job ${job.name}`, { attributes }),
  );
  const runAll = () => runIsolated(valid, run, () => false);
  // What a batch of several does belongs to none of their traces alone.
  const [only] = spans;
  const results = await (only && spans.length === 1 ? only.run(runAll) : runAll());
  for (const [index, span] of spans.entries()) {
    const result = results[index];
    span?.end({}, result?.ok === false ? result.error : undefined);
  }
  return [
    ...invalid,
    ...valid.map(({ id }, index): JobResult => {
      const result = results[index];
      if (!result || result.ok) return { id, status: "completed" };
      context.log.warn({ error: result.error, job: job.name, id }, "job failed");
      return { id, status: "failed", output: { message: describeError(result.error) } };
    }),
  ];
};
