import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase, databaseUrl } from "./database.ts";
import { type FaroProcess, freePort, startProcess, temporaryDir } from "./process.ts";

const started: FaroProcess[] = [];
const dirs: { remove: () => Promise<void> }[] = [];
const start = async (...args: Parameters<typeof startProcess>) => {
  const faro = await startProcess(...args);
  started.push(faro);
  return faro;
};
const newDir = async () => {
  const dir = await temporaryDir();
  dirs.push(dir);
  return dir.path;
};
afterAll(async () => {
  await Promise.all(started.map((faro) => faro.stop()));
  await Promise.all(dirs.map((dir) => dir.remove()));
});

/** A database that the product need not create, which is the longest part of a first start. */
const externalDatabase = async (): Promise<string> => databaseUrl(await createTestDatabase());

const healthy = async (faro: FaroProcess) =>
  (await fetch(`${faro.url}/readyz`).catch(() => undefined))?.status;
const postmasterOf = async (faro: FaroProcess): Promise<number> => {
  const text = await readFile(join(faro.dataDir, "postgres/cluster/postmaster.pid"), "utf8");
  return Number(text.split("\n")[0]);
};

describe.concurrent("the product as a process", { timeout: 300_000 }, () => {
  test("prints its sign-in once, runs beside another, and survives kill -9 of itself and its database", async () => {
    const dataDir = await newDir();
    const [first, other] = await Promise.all([start({ dataDir }), start({ dataDir: await newDir() })]);
    expect(first.printed()).toMatch(
      /ready at http:\/\/localhost:\d+\nSign in as admin@faro\.local with the password \S{16}\n/,
    );
    const password = /the password (\S+)/.exec(first.printed())?.[1];
    const signIn = await fetch(`${first.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "admin@faro.local", password }),
    });
    expect(signIn.status).toBe(200);
    expect(await healthy(other)).toBe(200);
    const database = await postmasterOf(other);
    expect(await other.stop("SIGTERM")).toBe(0);
    expect(() => process.kill(database, 0)).toThrow();

    await first.stop("SIGKILL");
    const second = await start({ dataDir });
    expect(second.printed()).not.toContain("password");
    expect(await healthy(second)).toBe(200);
    process.kill(await postmasterOf(second), "SIGKILL");
    await vi.waitFor(async () => expect(await healthy(second)).toBe(200), { timeout: 180_000 });
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
    expect(await second.stop("SIGINT")).toBe(0);
  });

  test("runs as web and as worker on an external database", async () => {
    const DATABASE_URL = await externalDatabase();
    const web = await start({ dataDir: await newDir(), env: { DATABASE_URL, FARO_ROLE: "web" } });
    const dataDir = await newDir();
    const withoutKey = await start({ dataDir, env: { DATABASE_URL, FARO_ROLE: "worker" } });
    expect(withoutKey.printed()).toMatch(
      /^FARO_SECRET_KEY, .* is not the master key of this database; [^\n]*\n$/,
    );
    const FARO_SECRET_KEY = (await readFile(join(web.dataDir, "secret.key"), "utf8")).trim();
    const worker = await start({ dataDir, env: { DATABASE_URL, FARO_SECRET_KEY, FARO_ROLE: "worker" } });
    expect([await healthy(web), await healthy(worker)]).toEqual([200, 200]);
    // A stop does not wait for a request body that never ends.
    const slow = connect(Number(new URL(web.url).port), "127.0.0.1");
    slow.on("error", () => {});
    slow.write(
      "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    );
    await once(slow, "connect");
    // A later request that is answered proves that the server has read the slow one.
    expect(await healthy(web)).toBe(200);
    expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
    slow.destroy();
  });
});

describe.concurrent("a failed start", { timeout: 300_000 }, () => {
  const failure = async (dataDir: string, env: Record<string, string>) => {
    const faro = await start({ dataDir, env });
    expect(await faro.stop()).toBe(1);
    return faro.printed();
  };

  test("reports a busy port in one sentence and stops the database", async () => {
    const port = await freePort();
    const holder = createServer().listen(port, "127.0.0.1");
    const dataDir = await newDir();
    const printed = await failure(dataDir, { PORT: String(port) });
    expect(printed).toContain(`Port ${port} is in use; set PORT to a free one.\n`);
    expect(printed).not.toContain("    at ");
    await expect(readFile(join(dataDir, "postgres/cluster/postmaster.pid"))).rejects.toThrow("ENOENT");
    holder.close();
  });

  test.each([
    [{ FARO_ROLE: "boss" }, /^FARO_ROLE is invalid: .*\.\n$/],
    [
      { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" },
      /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\.\n$/,
    ],
    [{ FARO_SECRET_KEY: "abc" }, /^FARO_SECRET_KEY must be 32 bytes .*\.\n$/],
    [{ FARO_TRUSTED_PROXIES: "foo" }, /^FARO_TRUSTED_PROXIES is invalid: .*\.\n$/],
    [{ HOST: "203.0.113.77" }, /^HOST 203\.0\.113\.77 is not an address of this machine\.\n$/],
  ])("reports %j in one sentence", async (env, sentence) => {
    const printed = await failure(await newDir(), { DATABASE_URL: await externalDatabase(), ...env });
    expect(printed).toMatch(sentence);
    expect(printed).not.toContain("    at ");
  });

  test("reports a database of Faro 0.1 in one sentence that says what to do", async () => {
    const connection = await createTestDatabase();
    const client = new pg.Client(connection);
    await client.connect();
    await client.query("UPDATE faro_migrations.applied SET made_at = made_at - 1000000000000");
    await client.end();
    const printed = await failure(await newDir(), { DATABASE_URL: databaseUrl(connection) });
    expect(printed).toMatch(
      /^The database was made by Faro 0\.1, .*: export the people .*, and import them\.\n$/,
    );
  });

  test("reports an unwritable data directory in one sentence that names the variable", async () => {
    const printed = await failure("/dev/null/data", {});
    expect(printed).toContain("FARO_DATA_DIR");
    expect(printed.trim().split("\n")).toHaveLength(1);
  });
});
