import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, copyFile, open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openKeyring } from "#server/vault/keyring.ts";
import { createTestDatabase, databaseUrl } from "./database.ts";
import { startTestFaro, type TestFaro } from "./faro.ts";
import { temporaryDir } from "./process.ts";

let faro: TestFaro;
let dir: Awaited<ReturnType<typeof temporaryDir>>;
beforeAll(async () => {
  faro = await startTestFaro();
  dir = await temporaryDir();
  await faro.pool.query("INSERT INTO people (first_name) VALUES ('Marisol Secret')");
});
afterAll(async () => {
  await faro.stop();
  await dir.remove();
});

const run = async (connection: pg.ClientConfig, dataDir: string, command: string, ...args: string[]) => {
  const script = join(import.meta.dirname, "../src/server/commands", `${command}.ts`);
  const { VITEST: _, NODE_ENV: __, ...inherited } = process.env;
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
    env: { ...inherited, DATABASE_URL: databaseUrl(connection), FARO_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  return { code, output };
};

describe("npm run backup and restore", { timeout: 120_000 }, () => {
  test("encrypt by default, and restore with the same master key only", async () => {
    const file = join(dir.path, "faro.backup");
    const written = await run(faro.connection, faro.config.dataDir, "backup", file);
    expect(written).toMatchObject({
      code: 0,
      output: expect.stringContaining("encrypted with the master key"),
    });
    const bytes = await readFile(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(() => gunzipSync(bytes)).toThrow();

    const target = await createTestDatabase();
    const elsewhere = await temporaryDir();
    const withoutKey = await run(target, elsewhere.path, "restore", file);
    expect(withoutKey).toMatchObject({ code: 1, output: expect.stringContaining("put the secret.key") });
    await expect(access(join(elsewhere.path, "secret.key"))).rejects.toThrow();

    const cut = join(dir.path, "cut.backup");
    await copyFile(file, cut);
    const handle = await open(cut, "r+");
    await handle.truncate(bytes.length - 3);
    await handle.close();
    const truncated = await run(target, faro.config.dataDir, "restore", cut);
    expect(truncated).toMatchObject({ code: 1, output: expect.stringContaining("damaged or incomplete") });

    await copyFile(join(faro.config.dataDir, "secret.key"), join(elsewhere.path, "secret.key"));
    const restored = await run(target, elsewhere.path, "restore", file);
    expect(restored).toMatchObject({ code: 0 });
    const client = new pg.Client(target);
    await client.connect();
    const { rows } = await client.query("SELECT first_name FROM people");
    await client.end();
    expect(rows).toEqual([{ first_name: "Marisol Secret" }]);
    await elsewhere.remove();
  });

  test("--plain writes a file that needs no key", async () => {
    const file = join(dir.path, "plain.gz");
    const written = await run(faro.connection, faro.config.dataDir, "backup", file, "--plain");
    expect(written).toMatchObject({ code: 0, output: expect.stringContaining("not encrypted") });
    expect(gunzipSync(await readFile(file)).includes("Marisol Secret")).toBe(true);
    const target = await createTestDatabase();
    const elsewhere = await temporaryDir();
    expect(await run(target, elsewhere.path, "restore", file)).toMatchObject({ code: 0 });
    await elsewhere.remove();
    const { rows } = await faro.pool.query(
      "SELECT description FROM audit_logs WHERE description LIKE 'Wrote %' ORDER BY seq",
    );
    expect(rows.map(({ description }) => description.replace(/ to .*/, ""))).toEqual([
      "Wrote an encrypted backup",
      "Wrote an unencrypted backup",
    ]);
  });

  test("a backup of Faro 0.1 is rejected in one sentence that says what to do", async () => {
    const file = join(dir.path, "old.gz");
    const head = { faro: "0.1.0", format: 1, at: "2026-11-01T00:00:00.000Z", migration: 1_794_929_764_345 };
    await writeFile(file, gzipSync(`-- faro backup ${JSON.stringify(head)}\n`));
    const elsewhere = await temporaryDir();
    const answer = await run(await createTestDatabase(), elsewhere.path, "restore", file);
    expect(answer.code).toBe(1);
    expect(answer.output).toMatch(
      /^The backup was made by Faro 0\.1, .*export the people there, and import them here\.\n$/,
    );
    await elsewhere.remove();
  });

  test("an encrypted backup is not written with any other master key", async () => {
    const elsewhere = await temporaryDir();
    const file = join(elsewhere.path, "x.backup");
    const withoutKey = await run(faro.connection, elsewhere.path, "backup", file);
    expect(withoutKey).toMatchObject({ code: 1, output: expect.stringContaining("not available here") });
    await expect(access(join(elsewhere.path, "secret.key"))).rejects.toThrow();
    await openKeyring(elsewhere.path, undefined);
    const withOther = await run(faro.connection, elsewhere.path, "backup", file);
    expect(withOther).toMatchObject({ code: 1, output: expect.stringContaining("not available here") });
    await expect(access(file)).rejects.toThrow();
    await elsewhere.remove();
  });

  test("an unknown option is rejected", async () => {
    const answer = await run(faro.connection, faro.config.dataDir, "backup", "x", "--plian");
    expect(answer).toMatchObject({ code: 1, output: expect.stringContaining("--plain") });
  });
});

describe("a user who lost access", { timeout: 120_000 }, () => {
  test("gets a new password and signs in without a second factor", async () => {
    const user = await faro.signedIn("admin");
    await faro.pool.query(
      "INSERT INTO second_factors (user_id, secret, confirmed_at) SELECT id, 'sealed', now() FROM users WHERE email = $1",
      [user.email],
    );
    const reset = await run(faro.connection, faro.config.dataDir, "set-password", user.email);
    const password = /is (\S+)\s*$/.exec(reset.output)?.[1] ?? "";
    const signIn = () => faro.visitor().send("POST", "/api/auth/login", { email: user.email, password });
    expect(await signIn()).toMatchObject({ status: 401, body: { code: "second_factor_needed" } });
    const removed = await run(faro.connection, faro.config.dataDir, "remove-second-factor", user.email);
    expect(removed).toMatchObject({ code: 0, output: expect.stringContaining("password alone") });
    expect((await signIn()).status).toBe(200);
    const again = await run(faro.connection, faro.config.dataDir, "remove-second-factor", user.email);
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining("has no second factor") });
    const { rows } = await faro.pool.query("SELECT 1 FROM audit_logs WHERE description LIKE $1", [
      `Turned off the second factor of ${user.email} on the command line`,
    ]);
    expect(rows).toHaveLength(1);
  });
});
