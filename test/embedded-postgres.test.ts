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
import { childrenOf, servesCluster } from "#server/db/embedded/process-facts.ts";
import { StartError } from "#server/start-error.ts";

const folder = async (name = "data"): Promise<string> => {
  const above = await mkdtemp(join(tmpdir(), "faro-embedded-"));
  onTestFinished(() => rm(above, { recursive: true, force: true }));
  await chmod(above, 0o755);
  const made = join(above, name);
  await mkdir(made, { recursive: true, mode: 0o755 });
  return made;
};

const start = async (dataDir: string, lines: string[] = []): Promise<EmbeddedPostgres> => {
  const server = await startEmbedded({ dataDir, say: (line) => lines.push(line) });
  onTestFinished(() => server.stop());
  return server;
};

const ask = async (server: EmbeddedPostgres, sql: string): Promise<unknown> => {
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

/** Starts a query that computes for minutes and does not notice the end of its server. */
const keepBusy = async (server: EmbeddedPostgres): Promise<void> => {
  const client = new pg.Client({ ...server.connection, ssl: false });
  client.on("error", () => {});
  await client.connect();
  client
    .query("SELECT count(*) FROM generate_series(1, 300000) a, generate_series(1, 300000) b WHERE a + b = -1")
    .catch(() => {});
  await eventually(async () =>
    expect(
      await ask(
        server,
        "SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%a + b = -1'",
      ),
    ).toBe(1),
  );
};

const eventually = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 400; ; tries -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 0) throw error;
      await sleep(50);
    }
  }
};

const failure = async (dataDir: string): Promise<string> => {
  const error = await startEmbedded({ dataDir, say: () => {} }).then(
    (server) => server.stop().then(() => new Error("it started")),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as Error).message;
};

const mayMount = (): boolean => {
  if (!isRoot() || process.platform !== "linux") return false;
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe("the bundled database", { timeout: 120_000 }, () => {
  test("starts, stores data, stops and starts again", async () => {
    const dataDir = await folder();
    const lines: string[] = [];
    const first = await start(dataDir, lines);
    await ask(first, "CREATE TABLE stored AS SELECT 42 AS answer");
    expect(
      await ask(first, "SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = 'faro'"),
    ).toBe("UTF8");
    expect(await ask(first, "SELECT datlocale FROM pg_database WHERE datname = 'faro'")).toBe("C.UTF-8");
    expect(await ask(first, "SELECT upper('ñandú')")).toBe("ÑANDÚ");
    expect(await ask(first, "SELECT current_user")).toBe("faro");
    for (const [name, value] of [
      ["data_checksums", "on"],
      ["listen_addresses", ""],
      ["fsync", "on"],
      ["synchronous_commit", "on"],
      ["jit", "off"],
    ]) {
      expect(await ask(first, `SHOW ${name}`)).toBe(value);
    }
    expect((await stat(first.connection.host)).mode & 0o777).toBe(0o700);
    const pid = first.pid() ?? 0;
    await Promise.all([first.stop(), first.stop()]);
    expect(first.pid()).toBeUndefined();
    expect(await servesCluster(pid, join(dataDir, "postgres/cluster"))).toBe(false);

    const second = await start(dataDir, lines);
    expect(await ask(second, "SELECT answer FROM stored")).toBe(42);
    expect(lines.filter((line) => line.includes("first time"))).toHaveLength(1);
  });

  test("restarts after kill -9, and not after a stop", async () => {
    const dataDir = await folder();
    const lines: string[] = [];
    const server = await start(dataDir, lines);
    await ask(server, "CREATE TABLE stored AS SELECT 42 AS answer");
    for (const round of [1, 2]) {
      const killed = server.pid() ?? 0;
      await keepBusy(server);
      process.kill(killed, "SIGKILL");
      await eventually(async () => {
        expect(server.pid()).not.toBe(killed);
        expect(await ask(server, "SELECT answer FROM stored")).toBe(42);
      });
      expect(lines.filter((line) => line.includes("starting it again"))).toHaveLength(round);
    }
    await keepBusy(server);
    process.kill(server.pid() ?? 0, "SIGKILL");
    await server.stop();
    expect(server.pid()).toBeUndefined();
    await eventually(async () => expect(await childrenOf(join(dataDir, "postgres/cluster"))).toEqual([]));
  });

  test("takes over from a server that a killed process left behind", async () => {
    const dataDir = await folder();
    const script = `
      const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, "../src/server/db/embedded/embedded.ts"))});
      const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, say: () => {} });
      process.stdout.write(String(server.pid()) + "\\n");`;
    const node = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void node.kill("SIGKILL"));
    const orphan = Number(String(await once(node.stdout, "data")));
    const cluster = join(dataDir, "postgres/cluster");
    onTestFinished(async () => {
      if (await servesCluster(orphan, cluster)) process.kill(orphan, "SIGQUIT");
    });
    node.kill("SIGKILL");
    await once(node, "exit");
    expect(await servesCluster(orphan, cluster)).toBe(true);

    const lines: string[] = [];
    const server = await start(dataDir, lines);
    expect(lines.filter((line) => line.includes("left behind"))).toHaveLength(1);
    expect(await servesCluster(orphan, cluster)).toBe(false);
    expect(await ask(server, "SELECT 1")).toBe(1);
  });

  test("ignores a postmaster.pid and a socket lock with the pid of another process", async () => {
    const dataDir = await folder();
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
    expect(await ask(server, "SELECT 1")).toBe(1);
    expect(other.exitCode ?? other.signalCode).toBeNull();
  });

  test("recreates a cluster whose creation was interrupted", async () => {
    const dataDir = await folder();
    const half = join(dataDir, "postgres/cluster.making-0");
    await mkdir(half, { recursive: true });
    await writeFile(join(half, "PG_VERSION"), "18\n");
    const server = await start(dataDir);
    expect(await ask(server, "SELECT 1")).toBe(1);
    expect(await readdir(join(dataDir, "postgres"))).not.toContain("cluster.making-0");
  });

  test.each([
    ["spaces, commas and quotes", `my "data", ñ 'x'`],
    ["a very long path", join("x".repeat(100), "y".repeat(100))],
  ])("runs in a path with %s", async (_, name) => {
    const server = await start(await folder(name));
    expect(await ask(server, "SELECT 1")).toBe(1);
    await server.stop();
    await expect(stat(server.connection.host)).rejects.toThrow("ENOENT");
  });

  test("two run at the same time", async () => {
    const [a, b] = await Promise.all([folder().then(start0), folder().then(start0)]);
    await ask(a, "CREATE TABLE only_here ()");
    expect(await ask(b, "SELECT to_regclass('only_here')")).toBeNull();
    await a.stop();
    expect(await ask(b, "SELECT 1")).toBe(1);
  });

  test("reports a cluster of another version in one sentence", async () => {
    const dataDir = await folder();
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, "postgres/cluster/PG_VERSION"), "17\n");
    expect(await failure(dataDir)).toContain("made by PostgreSQL 17");
  });

  test("shows the server's output when it cannot start", async () => {
    const dataDir = await folder();
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, "postgres/cluster/postgresql.conf"), "no_such_setting = 1\n");
    expect(await failure(dataDir)).toContain("no_such_setting");
  });

  test.skipIf(!isRoot())(
    "(root only, which runs it as another user) uses another directory when that user has no access",
    async () => {
      const dataDir = await folder("closed/data");
      await chmod(join(dataDir, ".."), 0o700);
      const first = await start(dataDir);
      const place = (await readFile(join(dataDir, "postgres-location"), "utf8")).trim();
      onTestFinished(async () => {
        await rm(place, { recursive: true, force: true });
        await rm(`${place}.data-directory`, { force: true });
      });
      expect(place).toMatch(/^\/var\/lib\/faro\/[0-9a-f]{12}$/);
      expect(await readdir(dataDir)).not.toContain("postgres");
      await ask(first, "CREATE TABLE stored AS SELECT 42 AS answer");
      await first.stop();
      const second = await start(dataDir);
      expect(await ask(second, "SELECT answer FROM stored")).toBe(42);
      await second.stop();

      const copy = join(dataDir, "../copy");
      execFileSync("cp", ["-a", dataDir, copy]);
      expect(await failure(copy)).toContain("is a copy of");
      await rm(place, { recursive: true });
      expect(await failure(dataDir)).toContain("is gone");
    },
  );

  test.skipIf(!mayMount())(
    "(only where mounting is allowed) reports a full disk and leaves no partial cluster",
    async () => {
      const dataDir = await folder();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m,mode=0755", "none", dataDir]);
      onTestFinished(() => void execFileSync("umount", ["-l", dataDir]));
      const message = await failure(dataDir);
      expect(message).toContain("no space left");
      expect(message).not.toContain("\n");
      expect(await readdir(dataDir)).toEqual([]);
      execFileSync("mount", ["-o", "remount,size=200m", dataDir]);
      const server = await start(dataDir);
      await server.stop();
      execFileSync("sh", ["-c", 'cat /dev/zero > "$1/fill" 2>/dev/null || true', "sh", dataDir]);
      expect(await failure(dataDir)).toContain("no space left");
      await rm(join(dataDir, "fill"));
      expect(await ask(await start(dataDir), "SELECT 1")).toBe(1);
    },
  );
});

const start0 = (dataDir: string): Promise<EmbeddedPostgres> => start(dataDir);
