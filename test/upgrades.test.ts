import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { copyFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { load } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { startListener } from "#server/db/listener.ts";
import { migrate } from "#server/db/migrate.ts";
import { startJobs } from "#server/jobs/runner.ts";
import { jobs } from "#server/jobs.ts";
import { createLog } from "#server/log.ts";
import { openSecrets } from "#server/store/connections/connections.ts";
import { decryptBackup } from "#server/vault/backup-cipher.ts";
import { openKeyring } from "#server/vault/keyring.ts";
import { createEmptyDatabase, databaseUrl } from "./database.ts";
import { startTestFaro } from "./faro.ts";
import { project, startProcess, temporaryDir } from "./process.ts";
import type { Release } from "./upgrades/release.ts";

const folder = join(import.meta.dirname, "upgrades");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".backup"))
  .map((name) => name.replace(/\.backup$/, ""));
const readRelease = (name: string): Release =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Release;
const backupOf = (name: string): string => join(folder, `${name}.backup`);

/** A data directory with what the release left beside its database. */
const dataDirOf = async (name: string) => {
  const dir = await temporaryDir();
  const { masterKey, auditHeads } = readRelease(name);
  await writeFile(join(dir.path, "secret.key"), `${masterKey}\n`, { mode: 0o600 });
  await writeFile(join(dir.path, "audit-heads.jsonl"), `${auditHeads.join("\n")}\n`);
  return dir;
};

const open = async (path: string, dataDir: string) => {
  const keyring = await openKeyring(dataDir, undefined);
  return pipeline(createReadStream(path), decryptBackup(keyring), createGunzip(), () => {});
};

/** The rows of each table in the file, counted without the code that restores them. */
const countLines = async (name: string, dataDir: string): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  let table: string | undefined;
  for await (const line of createInterface({ input: await open(backupOf(name), dataDir) })) {
    const start = /^COPY public\."(\w+)" \(/.exec(line)?.[1];
    if (start) counts.set(start, 0);
    if (start) table = start;
    else if (line === "\\.") table = undefined;
    else if (table) counts.set(table, (counts.get(table) ?? 0) + 1);
  }
  return counts;
};

const run = async (command: string, args: string[], connection: pg.ClientConfig, dataDir: string) => {
  const script = join(project, "src/server/commands", `${command}.ts`);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl(connection), FARO_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return { code, output };
};

test("there is a backup of the first release", () => {
  expect(names).toContain("0.2.0");
});

describe.each(names)("a backup of %s", (name) => {
  test("is restored and migrated with every row, an intact audit chain and its secrets", async () => {
    await using resources = new AsyncDisposableStack();
    const dir = await dataDirOf(name);
    resources.defer(dir.remove);
    const { secrets, administrator, endpoint, auditHeads } = readRelease(name);
    const connection = await createEmptyDatabase(`upgraded_${name.replaceAll(/\W/g, "_")}`);
    expect(await run("restore", [backupOf(name)], connection, dir.path)).toMatchObject({ code: 0 });

    const pool = new pg.Pool({ ...connection, max: 1 });
    resources.defer(() => pool.end());
    const before = await countLines(name, dir.path);
    for (const table of [
      "people",
      "events",
      "messages",
      "rules",
      "audit_logs",
      "api_keys",
      "consent_records",
    ])
      expect(before.get(table), table).toBeGreaterThan(0);
    const lost: string[] = [];
    for (const [table, rows] of before) {
      const { rows: found } = await pool.query(`SELECT count(*)::int AS n FROM ONLY ${table}`);
      // The restore has an audit entry of its own.
      const expected = table === "audit_logs" ? rows + 1 : rows;
      if (found[0].n !== expected) lost.push(`${table}: ${found[0].n} of ${expected}`);
    }
    expect(lost).toEqual([]);

    const verified = await run("verify-audit", [], connection, dir.path);
    expect(verified).toEqual({
      code: 0,
      output: `The audit chain is intact: ${(before.get("audit_logs") ?? 0) + 1} entries, ${auditHeads.length} signed heads.\n`,
    });
    const keyring = await openKeyring(dir.path, undefined);
    for (const { service, name: field, value } of secrets)
      expect(await openSecrets(drizzle(pool) as never, keyring, service)).toEqual({ [field]: value });

    const faro = await startTestFaro({ FARO_DATA_DIR: dir.path }, connection);
    resources.defer(faro.stop);
    const admin = faro.visitor();
    expect((await admin.send("POST", "/api/auth/login", administrator)).status).toBe(200);
    expect((await admin.send("GET", "/api/people")).body.total).toBe(before.get("people"));
    const body = JSON.stringify({ event: "form_submitted", email: "after-the-update@example.com" });
    const signature = createHmac("sha256", endpoint.secret).update(body).digest("hex");
    const headers = { "x-api-key": endpoint.key, "x-signature": signature };
    expect((await faro.visitor().send("POST", endpoint.path, body, headers)).status).toBe(202);
    await expect
      .poll(async () => (await admin.send("GET", "/api/people")).body.total)
      .toBe((before.get("people") ?? 0) + 1);
  });

  test("in a data directory is backed up again before the first start of this version, and only then", async () => {
    await using resources = new AsyncDisposableStack();
    const dir = await dataDirOf(name);
    resources.defer(dir.remove);
    await fillDataDir(name, dir.path);
    const first = await startProcess({ dataDir: dir.path, env: { FARO_SANDBOX: "0" } });
    resources.defer(() => first.stop("SIGKILL").then(() => undefined));
    expect(first.printed()).toContain(`Backing up the data to ${join(dir.path, "backups/before-update-")}`);
    expect(first.printed()).toContain("Faro is ready at");
    expect(await first.stop()).toBe(0);
    const files = await readdir(join(dir.path, "backups"));
    expect(files).toEqual([expect.stringMatching(/^before-update-\d{8}T\d{6}Z\.backup$/)]);

    const again = await startProcess({ dataDir: dir.path, env: { FARO_SANDBOX: "0" } });
    resources.defer(() => again.stop("SIGKILL").then(() => undefined));
    expect(again.printed()).not.toContain("Backing up");
    expect(await again.stop()).toBe(0);
    expect(await readdir(join(dir.path, "backups"))).toEqual(files);

    const connection = await createEmptyDatabase(`before_update_${name.replaceAll(/\W/g, "_")}`);
    const path = join(dir.path, "copied.backup");
    await copyFile(join(dir.path, "backups", String(files[0])), path);
    expect(await run("restore", [path], connection, dir.path)).toMatchObject({ code: 0 });
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query("SELECT count(*)::int AS n FROM people");
    await client.end();
    expect(rows).toEqual([{ n: (await countLines(name, dir.path)).get("people") }]);
  });
});

test("a fresh database has nothing to back up before its first migration", async () => {
  const connection = await createEmptyDatabase("fresh_without_backup");
  const asked: string[] = [];
  await migrate(connection, async () => void asked.push("backup"));
  expect(asked).toEqual([]);
});

/** The embedded database as the release left it: the rows in the tables of their time. */
const fillDataDir = async (name: string, dataDir: string): Promise<void> => {
  const postgres = await startEmbedded({ dataDir, report: () => {} });
  try {
    const fail = (error: Error) => {
      throw error;
    };
    const database = openDatabase(postgres.connection, fail);
    const listener = await startListener(postgres.connection, fail);
    const queue = await startJobs(jobs, database, listener, createLog("silent"), false);
    await queue.stop();
    await listener.close();
    await database.close();
    await load(postgres.connection, await open(backupOf(name), dataDir));
  } finally {
    await postgres.stop();
  }
};
