import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { system } from "#server/audit/entry.ts";
import { runBatch } from "#server/batches/run-batch.ts";
import { type Database, openDatabase } from "#server/db/database.ts";
import { type Listener, startListener } from "#server/db/listener.ts";
import { runDeletion } from "#server/housekeeping/run-deletion.ts";
import { watchDeadLetters } from "#server/housekeeping/watch-dead-letters.ts";
import type { Job, JobContext } from "#server/jobs/job.ts";
import { type Jobs, startJobs } from "#server/jobs/runner.ts";
import { createLog } from "#server/log.ts";
import {
  findBatch,
  mayUndoBatch,
  readCounts,
  type StoredBatch,
  updateBatch,
} from "#server/store/batches/batches.ts";
import { insertBulkBatch } from "#server/store/batches/bulk-people.ts";
import { findDeletion, insertDeletion } from "#server/store/workspace/deletions.ts";
import { createWrite, type Write } from "#server/store/write.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { createTestDatabase } from "./database.ts";

const jobs = [runBatch, runDeletion] as readonly Job[];

let dataDir: string;
let connection: pg.ClientConfig;
let database: Database;
let listener: Listener;
let queue: Jobs;
let write: Write;
let context: JobContext;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "faro-test-"));
  connection = await createTestDatabase();
  database = openDatabase(connection, () => {});
  listener = await startListener(connection, () => {});
  const log = createLog("silent");
  queue = await startJobs(jobs, database, listener, log, true);
  write = createWrite(database.db, queue);
  const keyring = await openKeyring(dataDir, undefined);
  context = { database, write, log, keyring, dataDir } as unknown as JobContext;
  await database.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
});
afterAll(async () => {
  await queue.stop();
  await listener.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.pool.query("DELETE FROM people");
  await database.pool.query(
    "INSERT INTO people (first_name) SELECT 'P' || n FROM generate_series(1, 1200) n",
  );
});

const until = (what: () => Promise<unknown>) =>
  vi.waitFor(async () => expect(await what()).toBeTruthy(), { timeout: 40_000, interval: 50 });

const startBulkChange = (): Promise<StoredBatch> =>
  write(system, async ({ tx, enqueue }) => {
    const change = { kind: "status", status: "contacted" } as const;
    const selection = { audience: { everybody: true as const } };
    const bulk = await insertBulkBatch(tx, { userId: null, selection, change, timezone: "UTC" });
    enqueue(runBatch, { id: bulk.id });
    return bulk;
  });
const readBulk = async (id: string) => {
  const bulk = await findBatch(database.db, id);
  if (!bulk) throw new Error("The bulk change is gone");
  return bulk;
};

/** Lets the next attempts start at once, and the given number of them remain. */
const leaveAttempts = async (name: string, left: number) => {
  await until(
    async () =>
      (
        await database.pool.query(
          `UPDATE pgboss.job SET start_after = now(), retry_limit = retry_count + $2
            WHERE name = $1 AND state = 'retry'`,
          [name, left],
        )
      ).rowCount,
  );
};
const deadLetters = async (): Promise<number> =>
  (await database.pool.query("SELECT 1 FROM pgboss.job WHERE name = 'dead-letters'")).rowCount ?? 0;
/** Runs the watch as its schedule does a minute later. */
const watch = async () => {
  await database.pool.query("DELETE FROM settings WHERE category = 'jobs'");
  await database.pool.query(
    "UPDATE pgboss.job SET created_on = created_on - interval '1 minute' WHERE name = 'dead-letters'",
  );
  await watchDeadLetters(jobs).run([{}], context);
  await database.pool.query("DELETE FROM pgboss.job WHERE name = 'dead-letters'");
};

describe("a bulk change", () => {
  test("of a killed process is continued by another, and its people are changed once", async () => {
    const holder = await database.pool.connect();
    await holder.query("BEGIN");
    // The worker waits for this person in its second page.
    await holder.query(
      "SELECT 1 FROM people WHERE id = (SELECT id FROM people ORDER BY id OFFSET 700 LIMIT 1) FOR UPDATE",
    );
    const { id } = await startBulkChange();
    const child = spawn(process.execPath, [join(import.meta.dirname, "setup/bulk-worker.ts")], {
      env: { ...process.env, CONNECTION: JSON.stringify(connection), DATA_DIR: dataDir },
      stdio: "inherit",
    });
    try {
      await until(async () => (await readBulk(id)).processed === 500);
    } finally {
      child.kill("SIGKILL");
      await holder.query("ROLLBACK");
      holder.release();
    }
    expect(await readBulk(id)).toMatchObject({ state: "running", processed: 500 });
    // As if the time without a heartbeat had passed.
    await database.pool.query(
      "UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE name = 'run-batch' AND state = 'active'",
    );
    await queue.work(context, () => {});
    await leaveAttempts("run-batch", 3);
    await until(async () => (await readBulk(id)).state === "done");
    expect(await readBulk(id)).toMatchObject({ processed: 1200, counts: { changed: 1200 } });
    const { rows } = await database.pool.query(
      "SELECT sum((metadata ->> 'changed')::int)::int AS changed FROM audit_logs WHERE metadata ->> 'batch' = $1",
      [id],
    );
    expect(rows).toEqual([{ changed: 1200 }]);
  });

  test("stays running while it is tried again; after the last attempt it failed, and can be undone", async () => {
    await database.pool.query(`CREATE TRIGGER refuse BEFORE UPDATE ON people FOR EACH ROW
      WHEN (OLD.first_name = 'P900' AND NEW.status = 'contacted') EXECUTE FUNCTION refuse()`);
    const { id } = await startBulkChange();
    await leaveAttempts("run-batch", 1);
    await watchDeadLetters(jobs).run([{}], context);
    expect(await readBulk(id)).toMatchObject({ state: "running" });
    await until(async () => (await deadLetters()) === 1);
    await watch();
    const failed = await readBulk(id);
    expect(failed).toMatchObject({ state: "failed", finishedAt: expect.any(Date) });
    const { changed = 0, ranTo = 0 } = readCounts(failed);
    expect(failed.processed).toBe(changed);
    expect(changed).toBeLessThan(1200);
    expect(mayUndoBatch(failed)).toBe(true);
    await database.pool.query("DROP TRIGGER refuse ON people");

    await write(system, async ({ tx, enqueue }) => {
      await updateBatch(tx, id, { state: "undoing", processed: 0, afterLine: ranTo + 1, finishedAt: null });
      enqueue(runBatch, { id });
    });
    await until(async () => (await readBulk(id)).state === "undone");
    expect(readCounts(await readBulk(id)).undone).toEqual({ reversed: changed });
    const { rowCount } = await database.pool.query("SELECT 1 FROM people WHERE status <> 'new'");
    expect(rowCount).toBe(0);
  });
});

test("a deletion stays running while it is tried again, and failed after the last attempt", async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    "INSERT INTO rules (name, triggers, conditions, actions) VALUES ('Many', '[]', '[]', '[]') RETURNING id",
  );
  const targetId = rows[0]?.id ?? "";
  await database.pool.query(
    "CREATE TRIGGER refuse BEFORE DELETE ON rules FOR EACH ROW EXECUTE FUNCTION refuse()",
  );
  const { id } = await write(system, async ({ tx, enqueue }) => {
    const deletion = await insertDeletion(tx, { kind: "rule", targetId, total: 1, createdBy: null });
    enqueue(runDeletion, { id: deletion.id });
    return deletion;
  });
  await leaveAttempts("run-deletion", 1);
  expect(await findDeletion(database.db, id)).toMatchObject({ status: "running", finishedAt: null });
  await until(async () => (await deadLetters()) === 1);
  await watch();
  expect(await findDeletion(database.db, id)).toMatchObject({
    status: "failed",
    finishedAt: expect.any(Date),
  });
});
