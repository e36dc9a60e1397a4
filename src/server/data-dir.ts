import { createHash } from "node:crypto";
import {
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readProcessStartTime, unknownStartTime } from "./db/embedded/leftover-processes.ts";
import { StartError } from "./start-error.ts";

export type DataDir = { path: string; close(): Promise<void> };

/** Identifies one process uniquely: its pid, the pid namespace that the pid belongs to, and its start time. */
export type LockHolder = { pid: number; namespace: string; start: string };

const lockTimeoutMs = 15_000;
const heartbeatMs = 2_000;
/** A holder in another pid namespace counts as dead after this long without a heartbeat. */
const heartbeatTimeoutMs = 10_000;

export const lockFileName = ({ pid, namespace, start }: LockHolder): string => `${pid}.${namespace}.${start}`;

export const parseLockFileName = (name: string): LockHolder | undefined => {
  const [, pid, namespace, start] = /^([1-9]\d*)\.([0-9a-f]+)\.([0-9a-f]+)$/.exec(name) ?? [];
  return pid && namespace && start ? { pid: Number(pid), namespace, start } : undefined;
};

/** Decides whether a holder still runs, from the process that has its pid now and the age of its heartbeat. */
export const isHolderAlive = (
  holder: LockHolder,
  observed: { namespace: string; start: string | undefined; heartbeatAgeMs: number },
): boolean => {
  // Processes of another container are not visible from this one; only the heartbeat is.
  if (holder.namespace !== observed.namespace) return observed.heartbeatAgeMs < heartbeatTimeoutMs;
  return observed.start === holder.start || observed.start === unknownStartTime;
};

export const dataDirErrorMessage = (code: string | undefined, path: string): string => {
  const dataDir = `the data directory ${path}`;
  const hint = "set FARO_DATA_DIR to another directory";
  if (code === "ENOTDIR" || code === "EEXIST") {
    return `Faro cannot use ${dataDir}: it, or one of its parents, is not a directory; ${hint}.`;
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return `Faro has no permission to write to ${dataDir}: grant it, or ${hint}.`;
  }
  if (code === "ENOSPC" || code === "EDQUOT") {
    return `There is no space left on the disk of ${dataDir}: free some, or ${hint}.`;
  }
  return `Faro cannot use ${dataDir} (${code ?? "unknown error"}): ${hint}.`;
};

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

const hashedStartTime = async (pid: number): Promise<string | undefined> => {
  const start = await readProcessStartTime(pid);
  return start === undefined || start === unknownStartTime ? start : digest(start);
};

const identifySelf = async (): Promise<LockHolder> => {
  const bootId = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const pidNamespace = await readlink("/proc/self/ns/pid").catch(() => "");
  const start = (await hashedStartTime(process.pid)) ?? "0";
  return {
    pid: process.pid,
    namespace: digest(bootId + pidNamespace),
    start: start === unknownStartTime ? "0" : start,
  };
};

const isAlive = async (lockDir: string, holder: LockHolder, namespace: string): Promise<boolean> => {
  const lockFile = await stat(join(lockDir, lockFileName(holder))).catch(() => undefined);
  if (!lockFile) return false;
  return isHolderAlive(holder, {
    namespace,
    start: await hashedStartTime(holder.pid),
    heartbeatAgeMs: Date.now() - lockFile.mtimeMs,
  });
};

/** Removing the files of dead holders is safe: no living process has the same file name. */
const findOtherHolders = async (lockDir: string, self: LockHolder): Promise<LockHolder[]> => {
  const holders: LockHolder[] = [];
  for (const name of await readdir(lockDir)) {
    const holder = parseLockFileName(name);
    if (!holder || name === lockFileName(self)) continue;
    if (await isAlive(lockDir, holder, self.namespace)) holders.push(holder);
    else await rm(join(lockDir, name), { force: true });
  }
  return holders;
};

/**
 * Each process first creates a file with its own name and then looks for others: of two at once, at least the later
 * one sees the other. A process that sees another removes its file, so at most one holds the lock.
 * Resolves with the other holder, or undefined when the lock was acquired.
 */
const tryLock = async (lockDir: string, self: LockHolder): Promise<LockHolder | undefined> => {
  const ownFile = join(lockDir, lockFileName(self));
  try {
    await writeFile(ownFile, `${self.pid}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return self;
    await rm(ownFile, { force: true }).catch(() => undefined);
    throw error;
  }
  try {
    const [other] = await findOtherHolders(lockDir, self);
    if (other) await rm(ownFile, { force: true });
    return other;
  } catch (error) {
    await rm(ownFile, { force: true });
    throw error;
  }
};

const acquireLock = async (path: string, report: (line: string) => void): Promise<() => Promise<void>> => {
  const lockDir = join(path, "lock");
  await mkdir(lockDir, { mode: 0o700, recursive: true });
  const self = await identifySelf();
  const deadline = Date.now() + lockTimeoutMs;
  for (let reported = false; ; ) {
    const holder = await tryLock(lockDir, self);
    if (!holder) break;
    if (Date.now() > deadline) {
      throw new StartError(
        `Another Faro (process ${holder.pid}) uses the data directory ${path}: stop it, or set FARO_DATA_DIR to another directory.`,
      );
    }
    if (!reported) report(`Another Faro (process ${holder.pid}) uses ${path}; waiting for it to stop.`);
    reported = true;
    await sleep(50 + Math.random() * 100);
  }
  const ownFile = join(lockDir, lockFileName(self));
  const touch = () => utimes(ownFile, new Date(), new Date()).catch(() => undefined);
  const heartbeat = setInterval(touch, heartbeatMs).unref();
  return async () => {
    clearInterval(heartbeat);
    await rm(ownFile, { force: true });
  };
};

/** Not `mkdir({ recursive: true })`: where no directory can be created, as in /proc, that never returns. */
const createParents = async (path: string): Promise<void> => {
  if (await stat(path).catch(() => undefined)) return;
  if (dirname(path) !== path) await createParents(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
};

/** Resolves with false when the directory already exists. */
const createDirectory = async (path: string): Promise<boolean> => {
  await createParents(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" && (await stat(path)).isDirectory()) return false;
    throw error;
  }
};

/** Creates the directory without locking it, for processes that share it. */
export const createDataDir = async (path: string): Promise<void> => {
  try {
    await createDirectory(resolve(path));
  } catch (error) {
    throw new StartError(dataDirErrorMessage((error as NodeJS.ErrnoException).code, path));
  }
};

/** Creates the data directory if it is missing and locks it for this process. */
export const openDataDir = async (
  path: string,
  report: (line: string) => void = () => {},
): Promise<DataDir> => {
  const resolvedPath = resolve(path);
  let created = false;
  try {
    created = await createDirectory(resolvedPath);
    const realPath = await realpath(resolvedPath);
    return { path: realPath, close: await acquireLock(realPath, report) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    // rmdir removes only empty directories.
    await rmdir(join(resolvedPath, "lock")).catch(() => undefined);
    if (created) await rmdir(resolvedPath).catch(() => undefined);
    throw new StartError(dataDirErrorMessage((error as NodeJS.ErrnoException).code, resolvedPath));
  }
};
