import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "#server/start-error.ts";
import type { SystemUser } from "./account.ts";
import { postgresEnvironment } from "./cluster.ts";
import { SOCKET_PORT } from "./directories.ts";
import { sendSignal, shutdownSteps } from "./leftover-processes.ts";

export type SocketConnection = { host: string; port: number; user: string; database: string };

/** Low memory use, full durability. */
const defaultSettings: Record<string, string> = {
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
  // Details and statements of errors quote values, such as the address in "Key (email)=(…)".
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

/** unix_socket_directories is a list; in double quotes a path may contain commas and spaces. */
export const quoteDirectory = (directory: string): string => `"${directory.replaceAll('"', '""')}"`;

const serverArgs = (cluster: string, socketDir: string, settings: Record<string, string>): string[] => {
  const fixedSettings = {
    listen_addresses: "",
    port: String(SOCKET_PORT),
    unix_socket_directories: quoteDirectory(socketDir),
    unix_socket_permissions: "0700",
    logging_collector: "off",
    log_destination: "stderr",
  };
  const all = Object.entries({ ...defaultSettings, ...settings, ...fixedSettings });
  return ["-D", cluster, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
};

const maxLogBytes = 5 * 1024 * 1024;

/** Keeps at most one older log. */
export const rotateLog = async (path: string): Promise<void> => {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > maxLogBytes) await rename(path, `${path}.1`);
};

/** Opens the log for appending. It never follows a symbolic link. */
export const openServerLog = async (path: string, user: SystemUser | undefined): Promise<FileHandle> => {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
  const log = await open(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
  if (user) await log.chown(user.uid, user.gid);
  return log;
};

/** The log from an offset on, limited to its last 16 KiB. */
export const readLogFrom = async (path: string, offset: number): Promise<string> => {
  const log = await open(path, "r");
  try {
    const { size } = await log.stat();
    const start = Math.max(offset, size - 16_384);
    const { buffer, bytesRead } = await log.read(
      Buffer.alloc(Math.max(0, size - start)),
      0,
      undefined,
      start,
    );
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await log.close();
  }
};

export type Postmaster = {
  pid: number | undefined;
  /** Size of the log file before this server wrote to it. */
  logOffset: number;
  /** Resolves with the exit code or signal. */
  exited: Promise<string>;
  isRunning(): boolean;
};

export type LaunchOptions = {
  native: string;
  cluster: string;
  socketDir: string;
  settings: Record<string, string>;
  logFile: string;
  user: SystemUser | undefined;
};

const waitForExit = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
  });

/** Starts the server in its own session, so that Ctrl-C in the terminal reaches Faro only. */
export const launchPostmaster = async (options: LaunchOptions): Promise<Postmaster> => {
  const { native, cluster, socketDir, settings, user } = options;
  const log = await openServerLog(options.logFile, user);
  try {
    const logOffset = (await log.stat()).size;
    const child = spawn(join(native, "bin/postgres"), serverArgs(cluster, socketDir, settings), {
      cwd: cluster,
      env: postgresEnvironment(),
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      ...user,
    });
    let running = true;
    const exited = waitForExit(child);
    exited.then(() => {
      running = false;
    });
    return { pid: child.pid, logOffset, exited, isRunning: () => running };
  } finally {
    await log.close();
  }
};

/** The error code or message of a failed attempt; undefined when it connected. */
const tryConnect = async (connection: SocketConnection): Promise<string | undefined> => {
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

const startingCodes = new Set(["ENOENT", "ECONNREFUSED", "EAGAIN", "57P03"]);

/** Waits until the server accepts connections. Resolves with false when it exited instead. */
export const waitUntilReady = async (
  postmaster: Postmaster,
  connection: SocketConnection,
  report: (line: string) => void,
): Promise<boolean> => {
  const reportAt = Date.now() + 5_000;
  for (let reported = false; postmaster.isRunning(); ) {
    const failure = await tryConnect(connection);
    if (failure === undefined) return true;
    if (!startingCodes.has(failure) && postmaster.isRunning() && Date.now() > reportAt + 10_000) {
      throw new StartError(`The database refuses connections from Faro: ${failure}.`);
    }
    if (!reported && Date.now() > reportAt) {
      reported = true;
      report("The database is still starting: it is recovering from an abrupt stop.");
    }
    await Promise.race([sleep(10), postmaster.exited]);
  }
  return false;
};

export const stopPostmaster = async (postmaster: Postmaster): Promise<void> => {
  for (const [signal, waitMs] of shutdownSteps(60_000)) {
    if (!postmaster.isRunning() || postmaster.pid === undefined) return;
    sendSignal(postmaster.pid, signal);
    const timer = new AbortController();
    const timeout = sleep(waitMs, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([postmaster.exited, timeout]);
    timer.abort();
  }
};
