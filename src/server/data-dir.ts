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
import { hidden, processStart } from "./db/embedded/process-facts.ts";
import { StartError } from "./start-error.ts";

export type DataDir = { path: string; close(): Promise<void> };

/** One process, named so that no other ever bears the name: the number, the space it counts in, and its start. */
export type Holder = { pid: number; space: string; start: string };

const PATIENCE = 15_000;
const BEAT = 2_000;
const SILENCE = 10_000;

export const holderName = ({ pid, space, start }: Holder): string => `${pid}.${space}.${start}`;

export const parseHolder = (name: string): Holder | undefined => {
  const [, pid, space, start] = /^([1-9]\d*)\.([0-9a-f]+)\.([0-9a-f]+)$/.exec(name) ?? [];
  return pid && space && start ? { pid: Number(pid), space, start } : undefined;
};

/** Whether a holder still runs, from what is seen of the process that has its number and of its last sign of life. */
export const isHeld = (
  holder: Holder,
  seen: { space: string; start: string | undefined; silentMs: number },
): boolean => {
  // The processes of another container cannot be seen from this one; only the sign of life tells.
  if (holder.space !== seen.space) return seen.silentMs < SILENCE;
  return seen.start === holder.start || seen.start === hidden;
};

/** One sentence for what the system answers about the data directory. */
export const dataDirSentence = (code: string | undefined, path: string): string => {
  const named = `the data directory ${path}`;
  const hint = "set FARO_DATA_DIR to another folder";
  if (code === "ENOTDIR" || code === "EEXIST") {
    return `Faro cannot use ${named}, because it or a folder above it is not a folder: ${hint}.`;
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return `Faro may not write in ${named}: allow it, or ${hint}.`;
  }
  if (code === "ENOSPC" || code === "EDQUOT") {
    return `There is no space left on the disk of ${named}: free some, or ${hint}.`;
  }
  return `Faro cannot use ${named} (${code ?? "unknown error"}): ${hint}.`;
};

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

const startOf = async (pid: number): Promise<string | undefined> => {
  const start = await processStart(pid);
  return start === undefined || start === hidden ? start : digest(start);
};

const ourselves = async (): Promise<Holder> => {
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  const processes = await readlink("/proc/self/ns/pid").catch(() => "");
  const start = (await startOf(process.pid)) ?? "0";
  return { pid: process.pid, space: digest(boot + processes), start: start === hidden ? "0" : start };
};

const isAlive = async (lockDir: string, holder: Holder, space: string): Promise<boolean> => {
  const beat = await stat(join(lockDir, holderName(holder))).catch(() => undefined);
  if (!beat) return false;
  return isHeld(holder, { space, start: await startOf(holder.pid), silentMs: Date.now() - beat.mtimeMs });
};

/** The other living holders. What the dead left is removed, which is safe: no living process bears their names. */
const others = async (lockDir: string, self: Holder): Promise<Holder[]> => {
  const found: Holder[] = [];
  for (const name of await readdir(lockDir)) {
    const holder = parseHolder(name);
    if (!holder || name === holderName(self)) continue;
    if (await isAlive(lockDir, holder, self.space)) found.push(holder);
    else await rm(join(lockDir, name), { force: true });
  }
  return found;
};

/**
 * Everyone lays down a file with a name of their own and only then looks around: of two who come at once, at
 * least the later sees the other. Whoever sees another steps back, so at most one ever holds.
 */
const tryLock = async (lockDir: string, self: Holder): Promise<Holder | undefined> => {
  const own = join(lockDir, holderName(self));
  try {
    await writeFile(own, `${self.pid}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return self;
    await rm(own, { force: true }).catch(() => undefined);
    throw error;
  }
  try {
    const [other] = await others(lockDir, self);
    if (other) await rm(own, { force: true });
    return other;
  } catch (error) {
    await rm(own, { force: true });
    throw error;
  }
};

const lock = async (path: string, say: (line: string) => void): Promise<() => Promise<void>> => {
  const lockDir = join(path, "lock");
  await mkdir(lockDir, { mode: 0o700, recursive: true });
  const self = await ourselves();
  const until = Date.now() + PATIENCE;
  for (let told = false; ; ) {
    const holder = await tryLock(lockDir, self);
    if (!holder) break;
    if (Date.now() > until) {
      throw new StartError(
        `Another Faro (process ${holder.pid}) uses the data directory ${path}: stop it, or set FARO_DATA_DIR to another folder.`,
      );
    }
    if (!told) say(`Another Faro (process ${holder.pid}) uses ${path}; waiting for it to stop.`);
    told = true;
    await sleep(50 + Math.random() * 100);
  }
  const own = join(lockDir, holderName(self));
  const beat = setInterval(() => utimes(own, new Date(), new Date()).catch(() => undefined), BEAT).unref();
  return async () => {
    clearInterval(beat);
    await rm(own, { force: true });
  };
};

/** One folder at a time: where none can be made, as in /proc, the system's own recursion never ends. */
const makeParents = async (path: string): Promise<void> => {
  if (await stat(path).catch(() => undefined)) return;
  if (dirname(path) !== path) await makeParents(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
};

const makeFolder = async (path: string): Promise<boolean> => {
  await makeParents(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" && (await stat(path)).isDirectory()) return false;
    throw error;
  }
};

/** The folder alone, for processes that share it: their state is in a database of its own. */
export const makeDataDir = async (path: string): Promise<void> => {
  try {
    await makeFolder(resolve(path));
  } catch (error) {
    throw new StartError(dataDirSentence((error as NodeJS.ErrnoException).code, path));
  }
};

/** Opens the folder that holds all of Faro's data, making it when it is missing, for this process alone. */
export const openDataDir = async (path: string, say: (line: string) => void = () => {}): Promise<DataDir> => {
  const wanted = resolve(path);
  let made = false;
  try {
    made = await makeFolder(wanted);
    const real = await realpath(wanted);
    return { path: real, close: await lock(real, say) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    // Only empty folders are removed this way.
    await rmdir(join(wanted, "lock")).catch(() => undefined);
    if (made) await rmdir(wanted).catch(() => undefined);
    throw new StartError(dataDirSentence((error as NodeJS.ErrnoException).code, wanted));
  }
};
