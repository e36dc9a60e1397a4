import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "#server/start-error.ts";
import { signal, steps } from "./orphan.ts";
import type { Account } from "./permission.ts";
import { cleanEnv } from "./run.ts";
import { openLog } from "./server-log.ts";
import { PORT, quoteFolder } from "./socket-dir.ts";

export type Connection = { host: string; port: number; user: string; database: string };

/** Lean in memory and safe on the disk. */
const defaults: Record<string, string> = {
  max_connections: "60",
  shared_buffers: "64MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  effective_cache_size: "512MB",
  max_wal_size: "512MB",
  min_wal_size: "80MB",
  max_wal_senders: "3",
  max_parallel_workers_per_gather: "1",
  random_page_cost: "1.1",
  jit: "off",
  huge_pages: "off",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // /dev/shm is 64 MB in a container, and a session manager may empty it when its user signs out.
  dynamic_shared_memory_type: "mmap",
  min_dynamic_shared_memory: "8MB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
};

export const serverArgs = (
  cluster: string,
  socketDir: string,
  settings: Record<string, string>,
): string[] => {
  const fixed = {
    listen_addresses: "",
    port: String(PORT),
    unix_socket_directories: quoteFolder(socketDir),
    unix_socket_permissions: "0700",
    logging_collector: "off",
    log_destination: "stderr",
  };
  const all = Object.entries({ ...defaults, ...settings, ...fixed });
  return ["-D", cluster, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
};

export type Postmaster = {
  pid: number | undefined;
  logStart: number;
  /** Resolves with the way in which it ended. */
  ended: Promise<string>;
  running(): boolean;
};

export type Launch = {
  native: string;
  cluster: string;
  socketDir: string;
  settings: Record<string, string>;
  logFile: string;
  account: Account | undefined;
};

const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, name) => resolve(name ?? `code ${code}`));
  });

/** Starts the server in a session of its own, so that Ctrl-C in the terminal reaches us and not it. */
export const launch = async (options: Launch): Promise<Postmaster> => {
  const { native, cluster, socketDir, settings, account } = options;
  const log = await openLog(options.logFile, account);
  try {
    const logStart = (await log.stat()).size;
    const child = spawn(join(native, "bin/postgres"), serverArgs(cluster, socketDir, settings), {
      cwd: cluster,
      env: cleanEnv(),
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      ...account,
    });
    let alive = true;
    const ended = endOf(child);
    ended.then(() => {
      alive = false;
    });
    return { pid: child.pid, logStart, ended, running: () => alive };
  } finally {
    await log.close();
  }
};

const tryConnecting = async (connection: Connection): Promise<string | undefined> => {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  } finally {
    client.end().catch(() => {});
  }
};

const NOT_YET = new Set(["ENOENT", "ECONNREFUSED", "EAGAIN", "57P03"]);

/** Waits until the server answers. False when it ended instead. */
export const isReady = async (
  postmaster: Postmaster,
  connection: Connection,
  say: (line: string) => void,
): Promise<boolean> => {
  const tellAt = Date.now() + 5_000;
  for (let told = false; postmaster.running(); ) {
    const refusal = await tryConnecting(connection);
    if (refusal === undefined) return true;
    if (!NOT_YET.has(refusal) && postmaster.running() && Date.now() > tellAt + 10_000) {
      throw new StartError(`The database does not let Faro in: ${refusal}.`);
    }
    if (!told && Date.now() > tellAt) {
      told = true;
      say("The database is still starting: it replays what an abrupt stop left unfinished.");
    }
    await Promise.race([sleep(10), postmaster.ended]);
  }
  return false;
};

/** Fast shutdown; a server that does not heed it in a minute is ended harder. */
export const endPostmaster = async (postmaster: Postmaster): Promise<void> => {
  for (const [name, waitMs] of steps(60_000)) {
    if (!postmaster.running() || postmaster.pid === undefined) return;
    signal(postmaster.pid, name);
    const giveUp = new AbortController();
    const waited = sleep(waitMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
    await Promise.race([postmaster.ended, waited]);
    giveUp.abort();
  }
};
