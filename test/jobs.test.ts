import { spawn } from "node:child_process";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { system } from "#server/audit/entry.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { type Listener, startListener } from "#server/db/listener.ts";
import { watchDeadLetters } from "#server/housekeeping/watch-dead-letters.ts";
import { defineJob, type Job, type JobContext } from "#server/jobs/job.ts";
import { type Jobs, startJobs } from "#server/jobs/runner.ts";
import { createLog } from "#server/log.ts";
import { createWrite, type Write } from "#server/store/write.ts";
import { createTestDatabase } from "./database.ts";
import { isDeep } from "./deep.ts";

const done: number[] = [];
const triedAlone = vi.fn();

const counted = defineJob({
  name: "test-counted",
  payload: z.object({ n: z.number() }),
  retry: { maxAttempts: 2, firstDelayMs: 1000, factor: 2, maxDelayMs: 1000 },
  batchSize: 50,
  run: async (batch) => {
    if (batch.some(({ n }) => n < 0)) {
      if (batch.length === 1) triedAlone();
      throw new Error("poisoned");
    }
    done.push(...batch.map(({ n }) => n));
  },
});

const started: string[] = [];
const slow = Promise.withResolvers<void>();

/** The first run of the group `slow` waits until the test ends it. */
const grouped = defineJob({
  name: "test-grouped",
  payload: z.object({ group: z.string(), n: z.number() }),
  retry: { maxAttempts: 2, firstDelayMs: 1000, factor: 2, maxDelayMs: 1000 },
  batchSize: 1,
  concurrency: 2,
  groupOf: ({ group }) => group,
  run: async ([payload]) => {
    started.push(`${payload?.group} ${payload?.n}`);
    if (payload?.group === "slow") await slow.promise;
  },
});

let connection: pg.ClientConfig;
let database: Database;
let listener: Listener;
let queue: Jobs;
let write: Write;
let context: JobContext;

beforeAll(async () => {
  connection = await createTestDatabase();
  database = openDatabase(connection, () => {});
  listener = await startListener(connection, () => {});
  await database.pool.query("CREATE TABLE marks (n int, pid int, state text)");
  const log = createLog("silent");
  queue = await startJobs([counted, grouped] as readonly Job[], database, listener, log, true);
  write = createWrite(database.db, queue);
  // The jobs of this file use no other service.
  context = { database, write, log, dataDir: "" } as unknown as JobContext;
  await queue.work(context, () => {});
});
afterAll(async () => {
  await queue.stop();
  await listener.close();
  await database.close();
});

const enqueue = (...numbers: number[]) =>
  write(system, async ({ enqueue }) => numbers.forEach((n) => void enqueue(counted, { n })));
const until = (what: () => unknown) =>
  vi.waitFor(async () => expect(await what()).toBeTruthy(), { timeout: 40_000, interval: 50 });

describe("a job", () => {
  test("of a group waits for its own group, and for no other", async () => {
    await write(system, async ({ enqueue }) => {
      enqueue(grouped, { group: "slow", n: 1 });
      enqueue(grouped, { group: "slow", n: 2 });
      enqueue(grouped, { group: "quick", n: 1 });
      enqueue(grouped, { group: "quick", n: 2 });
    });
    await until(() => started.filter((one) => one.startsWith("quick")).length === 2 && started.length > 2);
    const slowOnes = () => started.filter((one) => one.startsWith("slow"));
    expect(slowOnes()).toHaveLength(1);
    slow.resolve();
    await until(() => slowOnes().length === 2);
  });

  test("runs after its transaction commits, and not at all after a rollback", async () => {
    await enqueue(1, 2, 3);
    await expect(
      write(system, async ({ enqueue }) => {
        enqueue(counted, { n: 99 });
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await until(() => done.length === 3);
    expect([...done].sort()).toEqual([1, 2, 3]);
  });

  test("an invalid payload is rejected before anything is written", async () => {
    await expect(
      write(system, async ({ enqueue }) => enqueue(counted, { n: "x" } as never)),
    ).rejects.toThrow();
  });

  test("a failing job does not block its batch, and becomes a dead letter with a notification", async () => {
    done.length = 0;
    await enqueue(10, -1, 11, 12);
    await until(() => done.length === 3);
    expect([...done].sort()).toEqual([10, 11, 12]);
    const dead = async () =>
      (await database.pool.query("SELECT data, source_name FROM pgboss.job WHERE name = 'dead-letters'"))
        .rows;
    await until(async () => (await dead()).length === 1);
    expect((await dead())[0]).toEqual({ data: { n: -1 }, source_name: "test-counted" });
    expect(triedAlone).toHaveBeenCalled();
    // The check ignores the newest dead letters.
    await database.pool.query(
      "UPDATE pgboss.job SET created_on = created_on - interval '1 minute' WHERE name = 'dead-letters'",
    );
    const watch = watchDeadLetters([]);
    await watch.run([{}], context);
    await watch.run([{}], context);
    const { rows } = await database.pool.query("SELECT kind, params FROM notifications");
    expect(rows).toEqual([{ kind: "job_dead", params: { job: "test-counted", count: 1 } }]);
  });

  test.runIf(isDeep)("of a killed process is run by another process", async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "setup/stuck-worker.ts")], {
      env: { ...process.env, CONNECTION: JSON.stringify(connection) },
      stdio: "inherit",
    });
    const marks = async () => (await database.pool.query("SELECT pid, state FROM marks ORDER BY state")).rows;
    await until(async () => (await marks()).some((mark) => mark.state === "started"));
    child.kill("SIGKILL");
    const { stuck } = await import("./setup/stuck-job.ts");
    const second = await startJobs([stuck] as readonly Job[], database, listener, createLog("silent"), true);
    await second.work(context, () => {});
    await until(async () => (await marks()).some((mark) => mark.pid === process.pid));
    await second.stop();
  });
});
