import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { isRoot } from "#server/db/embedded/account.ts";
import { type EmbeddedPostgres, startEmbedded } from "#server/db/embedded/embedded.ts";
import { findBackends, isClusterServer } from "#server/db/embedded/leftover-processes.ts";
import { StartError } from "#server/start-error.ts";

const createDataDir = async (name = "data"): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), "faro-embedded-"));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  await chmod(parent, 0o755);
  const dataDir = join(parent, name);
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  return dataDir;
};

const start = async (dataDir: string, lines: string[] = []): Promise<EmbeddedPostgres> => {
  const server = await startEmbedded({ dataDir, report: (line) => lines.push(line) });
  onTestFinished(() => server.stop());
  return server;
};

const query = async (server: EmbeddedPostgres, sql: string): Promise<unknown> => {
  const client = new pg.Client({ ...server.connection, ssl: false });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>({ text: sql });
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
};

/** Runs a query of many minutes, during which a backend does not notice that its server died. */
const keepBusy = async (server: EmbeddedPostgres): Promise<void> => {
  const client = new pg.Client({ ...server.connection, ssl: false });
  client.on("error", () => {});
  await client.connect();
  client
    .query("SELECT count(*) FROM generate_series(1, 300000) a, generate_series(1, 300000) b WHERE a + b = -1")
    .catch(() => {});
  await retry(async () =>
    expect(
      await query(
        server,
        "SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%a + b = -1'",
      ),
    ).toBe(1),
  );
};

const retry = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 400; ; tries -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 0) throw error;
      await sleep(50);
    }
  }
};

const startFailure = async (dataDir: string): Promise<string> => {
  const error = await startEmbedded({ dataDir, report: () => {} }).then(
    (server) => server.stop().then(() => new Error("it started")),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as Error).message;
};

const canMount = (): boolean => {
  if (!isRoot() || process.platform !== "linux") return false;
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe("the embedded database", { timeout: 120_000 }, () => {
  test("starts, stores data, stops, and starts again", async () => {
    const dataDir = await createDataDir();
    const lines: string[] = [];
    const first = await start(dataDir, lines);
    await query(first, "CREATE TABLE stored AS SELECT 42 AS answer");
    expect(
      await query(first, "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'faro'"),
    ).toBe("UTF8");
    expect(await query(first, "SELECT datlocale FROM pg_database WHERE datname = 'faro'")).toBe("C.UTF-8");
    expect(await query(first, "SELECT upper('ñandú')")).toBe("ÑANDÚ");
    expect(await query(first, "SELECT current_user")).toBe("faro");
    for (const [name, value] of [
      ["data_checksums", "on"],
      ["listen_addresses", ""],
      ["fsync", "on"],
      ["synchronous_commit", "on"],
      ["jit", "off"],
    ]) {
      expect(await query(first, `SHOW ${name}`)).toBe(value);
    }
    expect((await stat(first.connection.host)).mode & 0o777).toBe(0o700);
    const pid = first.pid() ?? 0;
    await Promise.all([first.stop(), first.stop()]);
    expect(first.pid()).toBeUndefined();
    expect(await isClusterServer(pid, join(dataDir, "postgres/cluster"))).toBe(false);

    const second = await start(dataDir, lines);
    expect(await query(second, "SELECT answer FROM stored")).toBe(42);
    expect(lines.filter((line) => line.includes("First start"))).toHaveLength(1);
  });

  test("restarts after kill -9, but not after stop", async () => {
    const dataDir = await createDataDir();
    const lines: string[] = [];
    const server = await start(dataDir, lines);
    await query(server, "CREATE TABLE stored AS SELECT 42 AS answer");
    for (const round of [1, 2]) {
      const killed = server.pid() ?? 0;
      await keepBusy(server);
      process.kill(killed, "SIGKILL");
      await retry(async () => {
        expect(server.pid()).not.toBe(killed);
        expect(await query(server, "SELECT answer FROM stored")).toBe(42);
      });
      expect(lines.filter((line) => line.includes("restarting it"))).toHaveLength(round);
    }
    await keepBusy(server);
    process.kill(server.pid() ?? 0, "SIGKILL");
    await server.stop();
    expect(server.pid()).toBeUndefined();
    await retry(async () => expect(await findBackends(join(dataDir, "postgres/cluster"))).toEqual([]));
  });

  test("stops a server that a killed process left running and replaces it", async () => {
    const dataDir = await createDataDir();
    const script = `
      const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, "../src/server/db/embedded/embedded.ts"))});
      const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, report: () => {} });
      process.stdout.write(String(server.pid()) + "\\n");`;
    const node = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void node.kill("SIGKILL"));
    const orphan = Number(String(await once(node.stdout, "data")));
    const cluster = join(dataDir, "postgres/cluster");
    onTestFinished(async () => {
      if (await isClusterServer(orphan, cluster)) process.kill(orphan, "SIGQUIT");
    });
    node.kill("SIGKILL");
    await once(node, "exit");
    expect(await isClusterServer(orphan, cluster)).toBe(true);

    const lines: string[] = [];
    const server = await start(dataDir, lines);
    expect(lines.filter((line) => line.includes("left over"))).toHaveLength(1);
    expect(await isClusterServer(orphan, cluster)).toBe(false);
    expect(await query(server, "SELECT 1")).toBe(1);
  });

  test("ignores a postmaster.pid and a socket lock with the pid of another program", async () => {
    const dataDir = await createDataDir();
    const first = await start(dataDir);
    const socketDir = first.connection.host;
    await first.stop();
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    onTestFinished(() => void other.kill("SIGKILL"));
    const cluster = join(dataDir, "postgres/cluster");
    await writeFile(join(cluster, "postmaster.pid"), `${other.pid}\n${cluster}\n1\n5432\n${socketDir}\n\n`);
    await mkdir(socketDir, { recursive: true, mode: 0o700 });
    await writeFile(
      join(socketDir, ".s.PGSQL.5432.lock"),
      `${other.pid}\n${cluster}\n1\n5432\n${socketDir}\n`,
    );
    if (isRoot()) execFileSync("chown", ["-R", "--reference", cluster, cluster, socketDir]);
    const server = await start(dataDir);
    expect(await query(server, "SELECT 1")).toBe(1);
    expect(other.exitCode ?? other.signalCode).toBeNull();
  });

  test("creates the cluster again after an interrupted creation", async () => {
    const dataDir = await createDataDir();
    const unfinished = join(dataDir, "postgres/cluster.making-0");
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, "PG_VERSION"), "18\n");
    const server = await start(dataDir);
    expect(await query(server, "SELECT 1")).toBe(1);
    expect(await readdir(join(dataDir, "postgres"))).not.toContain("cluster.making-0");
  });

  test.each([
    ["spaces, commas and quotes", `my "data", ñ 'x'`],
    ["a very long path", join("x".repeat(100), "y".repeat(100))],
  ])("runs in a path with %s", async (_, name) => {
    const server = await start(await createDataDir(name));
    expect(await query(server, "SELECT 1")).toBe(1);
    await server.stop();
    await expect(stat(server.connection.host)).rejects.toThrow("ENOENT");
  });

  test("two servers run side by side", async () => {
    const [a, b] = await Promise.all([
      createDataDir().then(startQuietly),
      createDataDir().then(startQuietly),
    ]);
    await query(a, "CREATE TABLE only_here ()");
    expect(await query(b, "SELECT to_regclass('only_here')")).toBeNull();
    await a.stop();
    expect(await query(b, "SELECT 1")).toBe(1);
  });

  test("rejects a cluster of another PostgreSQL version", async () => {
    const dataDir = await createDataDir();
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, "postgres/cluster/PG_VERSION"), "17\n");
    expect(await startFailure(dataDir)).toContain("created by PostgreSQL 17");
  });

  test("shows the server's output when it cannot start", async () => {
    const dataDir = await createDataDir();
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, "postgres/cluster/postgresql.conf"), "no_such_setting = 1\n");
    expect(await startFailure(dataDir)).toContain("no_such_setting");
  });

  test.skipIf(!isRoot())(
    "(root only) stores the database elsewhere when the server's user cannot enter the data directory",
    async () => {
      const dataDir = await createDataDir("closed/data");
      await chmod(join(dataDir, ".."), 0o700);
      const first = await start(dataDir);
      const location = (await readFile(join(dataDir, "postgres-location"), "utf8")).trim();
      onTestFinished(async () => {
        await rm(location, { recursive: true, force: true });
        await rm(`${location}.data-directory`, { force: true });
      });
      expect(location).toMatch(/^\/var\/lib\/faro\/[0-9a-f]{12}$/);
      expect(await readdir(dataDir)).not.toContain("postgres");
      await query(first, "CREATE TABLE stored AS SELECT 42 AS answer");
      await first.stop();
      const second = await start(dataDir);
      expect(await query(second, "SELECT answer FROM stored")).toBe(42);
      await second.stop();

      const copy = join(dataDir, "../copy");
      execFileSync("cp", ["-a", dataDir, copy]);
      expect(await startFailure(copy)).toContain("is a copy of");
      await rm(location, { recursive: true });
      expect(await startFailure(dataDir)).toContain("does not exist");
    },
  );

  test.skipIf(!canMount())(
    "(only where mounting is allowed) reports a full disk and leaves no partial files",
    async () => {
      const dataDir = await createDataDir();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m,mode=0755", "none", dataDir]);
      onTestFinished(() => void execFileSync("umount", ["-l", dataDir]));
      const message = await startFailure(dataDir);
      expect(message).toContain("no space left");
      expect(message).not.toContain("\n");
      expect(await readdir(dataDir)).toEqual([]);
      execFileSync("mount", ["-o", "remount,size=200m", dataDir]);
      const server = await start(dataDir);
      await server.stop();
      execFileSync("sh", ["-c", 'cat /dev/zero > "$1/fill" 2>/dev/null || true', "sh", dataDir]);
      expect(await startFailure(dataDir)).toContain("no space left");
      await rm(join(dataDir, "fill"));
      expect(await query(await start(dataDir), "SELECT 1")).toBe(1);
    },
  );
});

const startQuietly = (dataDir: string): Promise<EmbeddedPostgres> => start(dataDir);
