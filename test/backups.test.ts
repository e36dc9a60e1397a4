import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backup, type BackupOverview, type BackupSettingsInput, backupsApi } from "#contract/backups.ts";
import { healthReport } from "#contract/settings.ts";
import { toBackupProblem } from "#server/backups/backup-error.ts";
import { s3Target } from "#server/backups/s3-target.ts";
import { scheduleBackups } from "#server/backups/schedule-backups.ts";
import { connectionTo, verifyBackup } from "#server/backups/verify-backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { createEgress } from "#server/egress/egress.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { createWrite, type JobKind } from "#server/store/write.ts";
import { isEncryptedBackup } from "#server/vault/backup-cipher.ts";
import { createTestDatabase } from "./database.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { startStore, storeKeys } from "./s3-store.ts";

const folderSettings: BackupSettingsInput = {
  enabled: true,
  hour: 2,
  keep: 2,
  target: "folder",
  endpoint: "",
  region: "",
  bucket: "",
  prefix: "",
  accessKeyId: "",
};

let faro: TestFaro;
let admin: Visitor;
let folder: string;
let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "faro-backups-"));
  store = await startStore();
  faro = await startTestFaro({ FARO_BACKUP_DIR: join(folder, "kept"), FARO_EGRESS_ALLOW: store.host });
  admin = await faro.signedIn("admin");
  await faro.pool.query(
    "INSERT INTO people (first_name, last_name) SELECT 'Ñandú ' || n, E'line\\nbreak' FROM generate_series(1, 300) n",
  );
});
afterAll(async () => {
  await faro.stop();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const save = (settings: BackupSettingsInput) => admin.send("PUT", "/api/backups/schedule", settings);
const overview = async (): Promise<BackupOverview> =>
  backupsApi.get.output.parse((await admin.send("GET", "/api/backups")).body);
/** Starts a backup and waits for its end. */
const backUp = async (): Promise<Backup> => {
  const started = await admin.send("POST", "/api/backups");
  expect(started.status).toBe(200);
  const { id } = started.body.backups[0];
  const find = async () => (await overview()).backups.find((one) => one.id === id);
  await expect.poll(async () => (await find())?.state, { timeout: 240_000 }).not.toBe("running");
  return (await find()) as Backup;
};
const healthOfBackups = async () =>
  healthReport
    .parse((await admin.send("GET", "/api/settings/health")).body)
    .checks.find(({ id }) => id === "backups");
const storeSettings = (): BackupSettingsInput => ({
  ...folderSettings,
  target: "s3",
  endpoint: store.endpoint,
  region: storeKeys.region,
  bucket: store.bucket,
  prefix: "office/nightly",
  accessKeyId: storeKeys.accessKeyId,
  secretKey: storeKeys.secretAccessKey,
});

describe("backups to a folder", { timeout: 600_000 }, () => {
  test("need a schedule first", async () => {
    expect((await admin.send("POST", "/api/backups")).status).toBe(404);
  });

  test("are encrypted, whole, verified and limited to those that are kept", async () => {
    expect((await save(folderSettings)).status).toBe(200);
    const made = [await backUp(), await backUp(), await backUp()];
    expect(made.map(({ state, problem }) => [state, problem])).toEqual(Array(3).fill(["verified", null]));
    const files = await readdir(join(folder, "kept"));
    expect(files.toSorted()).toEqual(
      made
        .slice(1)
        .map(({ name }) => name)
        .toSorted(),
    );
    const newest = made[2] as Backup;
    const bytes = await readFile(join(folder, "kept", newest.name));
    expect(isEncryptedBackup(bytes)).toBe(true);
    expect(bytes.length).toBe(newest.bytes);
    expect(bytes.includes("andú")).toBe(false);
    expect(newest.rows).toBeGreaterThan(300);
    expect((await overview()).backups.find(({ id }) => id === made[0]?.id)?.isDeleted).toBe(true);
    const { rows } = await faro.pool.query(
      "SELECT datname FROM pg_database WHERE datname LIKE 'faro_verify%'",
    );
    expect(rows).toEqual([]);
    await expect.poll(healthOfBackups).toMatchObject({ level: "green", code: "backup_verified" });
    const metrics: string = (await faro.visitor().send("GET", "/metrics")).body;
    expect(metrics).toMatch(/^faro_backup_verified_seconds_ago \d/m);
  });

  test("run one at a time", async () => {
    const { rows } = await faro.pool.query(
      "INSERT INTO backups (trigger, target, name) VALUES ('manual', 'folder', 'x') RETURNING id",
    );
    expect((await admin.send("POST", "/api/backups")).status).toBe(409);
    await faro.pool.query("DELETE FROM backups WHERE id = $1", [rows[0].id]);
  });

  test("that a killed worker had begun are made by the next one", async () => {
    const name = "left-behind.backup";
    const { rows } = await faro.pool.query(
      "INSERT INTO backups (trigger, target, name, stage) VALUES ('schedule', 'folder', $1, 'writing') RETURNING id",
      [name],
    );
    await writeFile(join(folder, "kept", `${name}.part`), "half of a backup");
    await enqueueJob(faro.pool, "run-backup", { id: rows[0].id });
    const find = async () => (await overview()).backups.find(({ id }) => id === rows[0].id);
    await expect.poll(async () => (await find())?.state, { timeout: 240_000 }).toBe("verified");
    const files = await readdir(join(folder, "kept"));
    expect(files).toContain(name);
    expect(files.filter((file) => file.endsWith(".part"))).toEqual([]);
  });

  test("are not verified where the account may not create databases, and it is said why", async () => {
    await faro.pool.query("CREATE ROLE without_createdb LOGIN");
    const connection = { ...faro.connection, user: "without_createdb" };
    const client = new pg.Client(connection);
    await client.connect();
    const verifying = verifyBackup(Readable.from([]), new Map(), {
      client,
      connection,
      keyring: {} as never,
      databaseDir: undefined,
      createJobTables: async () => {},
    });
    const error = await verifying.catch((reason: unknown) => reason);
    await client.end();
    await faro.pool.query("DROP ROLE without_createdb");
    expect(toBackupProblem(error, "internal")).toBe("no_right_to_verify");
  });

  test("say in a code why they fail, and leave no file", async () => {
    await rm(join(folder, "kept"), { recursive: true });
    await writeFile(join(folder, "kept"), "a file where the folder should be");
    expect(await backUp()).toMatchObject({ state: "failed", problem: "folder_not_writable", bytes: 0 });
    await rm(join(folder, "kept"));
    // The figures of a moment ago are shown again for some seconds.
    await expect.poll(healthOfBackups).toMatchObject({ level: "amber", code: "backup_failed" });
  });
});

describe("backups to a store", { timeout: 600_000 }, () => {
  test("need all that a store needs, and keep its secret with its address", async () => {
    const without = await save({ ...storeSettings(), bucket: "" });
    expect(without.body.issues?.[0]?.path).toBe("bucket");
    expect((await save(storeSettings())).status).toBe(200);
    const { secretKey: _secret, ...rest } = storeSettings();
    expect((await save({ ...rest, keep: 3 })).status).toBe(200);
    const elsewhere = await save({ ...rest, endpoint: "https://store.example.com" });
    expect(elsewhere.body.code).toBe("secret_required");
    const shown = JSON.stringify((await admin.send("GET", "/api/backups")).body);
    expect(shown).not.toContain(storeKeys.secretAccessKey);
    const { rows } = await faro.pool.query("SELECT secret_key FROM backup_settings");
    expect(rows[0].secret_key).not.toContain(storeKeys.secretAccessKey);
  });

  test("are uploaded, read back and verified", async () => {
    const made = await backUp();
    expect(made).toMatchObject({ state: "verified", problem: null });
    expect([...store.objects.keys()]).toEqual([`office/nightly/${made.name}`]);
    expect(store.objects.get(`office/nightly/${made.name}`)?.length).toBe(made.bytes);
    expect(store.uploads.size).toBe(0);
  });

  test("that cannot be read back are no backups and are removed", async () => {
    store.state.damagesReads = true;
    const made = await backUp();
    store.state.damagesReads = false;
    expect(made).toMatchObject({ state: "failed", problem: "damaged" });
    expect([...store.objects.keys()].some((key) => key.endsWith(made.name))).toBe(false);
  });

  test("that do not fit leave nothing half-written", async () => {
    store.state.isFull = true;
    const made = await backUp();
    store.state.isFull = false;
    expect(made).toMatchObject({ state: "failed", problem: "store_failed" });
    expect(store.uploads.size).toBe(0);
  });

  test.each([
    ["store_refused", () => ({ secretKey: "another" })],
    ["store_bucket_missing", () => ({ bucket: "another" })],
    ["store_unreachable", () => ({ endpoint: "http://127.0.0.1:9" })],
  ] as const)("fail with %s", async (problem, change) => {
    await save({ ...storeSettings(), ...change() });
    expect(await backUp()).toMatchObject({ state: "failed", problem });
  });
});

test("an upload in parts is cut, joined and read in pieces, and an unfinished one is discarded", {
  timeout: 120_000,
}, async () => {
  const egress = createEgress({ allowed: [store.host] });
  const target = s3Target(egress, {
    ...storeKeys,
    endpoint: store.endpoint,
    bucket: store.bucket,
    prefix: "",
  });
  const sent = Buffer.alloc(33 * 1_048_576, "0123456789");
  const pieces = async function* () {
    for (let at = 0; at < sent.length; at += 5_000_001) yield sent.subarray(at, at + 5_000_001);
  };
  expect(await target.write("large.backup", pieces())).toBe(sent.length);
  const read: Buffer[] = [];
  for await (const piece of target.read("large.backup", sent.length)) read.push(piece);
  expect(read.map(({ length }) => length)).toEqual([16_777_216, 16_777_216, 1_048_576]);
  expect(Buffer.concat(read).equals(sent)).toBe(true);
  await target.remove("large.backup");
  expect(store.objects.has("large.backup")).toBe(false);
  store.uploads.set("left-behind", { key: "large.backup", parts: new Map() });
  store.uploads.set("of-another", { key: "large.backup.2", parts: new Map() });
  await target.discardUnfinished("large.backup");
  expect([...store.uploads.keys()]).toEqual(["of-another"]);
  store.uploads.clear();
  await egress.close();
});

test("the schedule begins one backup a day at its local hour", { timeout: 120_000 }, async () => {
  const database = openDatabase(await createTestDatabase(), () => {});
  await database.pool.query(
    `INSERT INTO backup_settings (enabled, hour, keep, target, endpoint, region, bucket, prefix, access_key_id, secret_ending, created_at)
     VALUES (true, 2, 7, 'folder', '', '', '', '', '', '', '2026-11-18T12:00:00Z')`,
  );
  let now = 0;
  const enqueued: string[] = [];
  const insert = async (_tx: unknown, job: JobKind) => void enqueued.push(job.name);
  const clock = { now: () => now };
  const write = createWrite(database.db, { insert }, () => {}, clock);
  const general = async () => ({ timezone: "America/New_York" });
  const runAt = async (text: string) => {
    now = Date.parse(text);
    await scheduleBackups.run([{}], { write, general } as unknown as JobContext);
    return enqueued.length;
  };
  const finish = () =>
    database.pool.query("UPDATE backups SET state = 'verified', ended_at = now() WHERE state = 'running'");
  expect(await runAt("2026-11-19T06:59:00Z")).toBe(0);
  expect(await runAt("2026-11-19T07:00:00Z")).toBe(1);
  expect(await runAt("2026-11-19T07:05:00Z")).toBe(1);
  await finish();
  expect(await runAt("2026-11-19T23:00:00Z")).toBe(1);
  expect(await runAt("2026-11-20T09:00:00Z")).toBe(2);
  expect(new Set(enqueued)).toEqual(new Set(["run-backup"]));
  await database.close();
});

test.each([
  ["postgres://faro:p%40ss@db:5432/faro?sslmode=require", "postgres://faro:p%40ss@db:5432/x?sslmode=require"],
  ["postgresql://faro@db", "postgresql://faro@db/x"],
  ["postgres:///faro?host=/run/postgresql", "postgres:///x?host=/run/postgresql"],
])("%s leads to another database of the same server as %s", (url, other) => {
  expect(connectionTo({ connectionString: url }, "x").connectionString).toBe(other);
});
