import { execFile } from "node:child_process";
import { readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { StartError } from "#server/start-error.ts";

const run = promisify(execFile);
const isLinux = process.platform === "linux";

/** The start time of a process that exists but whose details are not readable. */
export const unknownStartTime = "?";

/** The start time (field 22) of /proc/<pid>/stat; undefined for a zombie. */
export const parseProcStartTime = (stat: string): string | undefined => {
  // The command name may contain spaces and brackets, so fields are counted after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
};

/** The start time in a line of `ps -o stat=,lstart=`; undefined for a zombie. */
export const parsePsStartTime = (line: string): string | undefined => {
  const [state, ...start] = line.trim().split(/\s+/);
  return !state || state.startsWith("Z") ? undefined : start.join(" ");
};

const processExists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** The start time of a process as an opaque text for comparison; undefined when it does not run. */
export const readProcessStartTime = async (pid: number): Promise<string | undefined> => {
  try {
    if (isLinux) return parseProcStartTime(await readFile(`/proc/${pid}/stat`, "utf8"));
    return parsePsStartTime((await run("ps", ["-o", "stat=,lstart=", "-p", String(pid)])).stdout);
  } catch {
    return processExists(pid) ? unknownStartTime : undefined;
  }
};

/** Backends do not match: they have no -D in their command line. */
export const isServerCommand = (command: string | readonly string[], cluster: string): boolean => {
  if (typeof command === "string") return command.includes(`postgres -D ${cluster} -`);
  const [program = "", flag, directory] = command;
  return /(^|\/)postgres$/.test(program) && flag === "-D" && directory === cluster;
};

export const isClusterServer = async (pid: number, cluster: string): Promise<boolean> => {
  try {
    if (isLinux) {
      return isServerCommand((await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0"), cluster);
    }
    return isServerCommand((await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout, cluster);
  } catch {
    return false;
  }
};

/** A backend sets its own process title and runs in the directory of the cluster. */
export const isBackendCommand = (command: string, workingDir: string, cluster: string): boolean =>
  command.startsWith("postgres: ") && workingDir === cluster;

/** Backends of any server of this cluster. Always empty where there is no /proc. */
export const findBackends = async (cluster: string): Promise<number[]> => {
  if (!isLinux) return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const isBackend = await Promise.all(
    pids.map(async (pid) => {
      try {
        const [command, workingDir] = await Promise.all([
          readFile(`/proc/${pid}/cmdline`, "utf8"),
          readlink(`/proc/${pid}/cwd`),
        ]);
        return isBackendCommand(command, workingDir, cluster);
      } catch {
        return false;
      }
    }),
  );
  return pids.filter((_, index) => isBackend[index]).map(Number);
};

/** The process id in postmaster.pid. It is negative for a single-user server. */
export const parsePidFile = (text: string): number | undefined => {
  const firstLine = text.split("\n")[0]?.trim() ?? "";
  const pid = /^-?\d{1,10}$/.test(firstLine) ? Math.abs(Number(firstLine)) : 0;
  return pid > 0 ? pid : undefined;
};

export type PidFileState = "absent" | "unreadable" | "dead" | "foreign" | "server";

export const pidFileAction = (state: PidFileState): "keep" | "remove" | "stop" => {
  if (state === "server") return "stop";
  // The server handles the file of a dead process itself: it names the shared memory that leftover backends may use.
  return state === "foreign" || state === "unreadable" ? "remove" : "keep";
};

export type ShutdownStep = readonly [signal: NodeJS.Signals, waitMs: number];

/** Fast shutdown, then immediate shutdown, then kill. */
export const shutdownSteps = (fastShutdownMs: number): ShutdownStep[] => [
  ["SIGINT", fastShutdownMs],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** A process that already ended, or that may not be signalled, is not an error here: callers check the effect. */
export const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {}
};

const stopServer = async (pid: number, cluster: string): Promise<void> => {
  for (const [signal, waitMs] of shutdownSteps(10_000)) {
    sendSignal(pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!(await isClusterServer(pid, cluster))) return;
      await sleep(20);
    }
  }
  throw new StartError(
    `Another server (process ${pid}) uses the database in ${cluster} and does not stop: end it, then start Faro again.`,
  );
};

const readPidFile = async (path: string, cluster: string): Promise<{ state: PidFileState; pid: number }> => {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return { state: "absent", pid: 0 };
  const pid = parsePidFile(text);
  if (pid === undefined) return { state: "unreadable", pid: 0 };
  if (await isClusterServer(pid, cluster)) return { state: "server", pid };
  return { state: (await readProcessStartTime(pid)) === undefined ? "dead" : "foreign", pid };
};

/** Stops a server that outlived its Faro, and removes a postmaster.pid that would keep the next one from starting. */
export const stopLeftoverServer = async (cluster: string, report: (line: string) => void): Promise<void> => {
  const path = join(cluster, "postmaster.pid");
  const { state, pid } = await readPidFile(path, cluster);
  const action = pidFileAction(state);
  if (action === "stop") {
    report("Stopping a database server left over from an earlier run.");
    await stopServer(pid, cluster);
  }
  if (action === "remove") await rm(path, { force: true });
};

/**
 * A backend in a long query does not notice that its server died, and keeps the shared memory that the next server
 * needs. Call this only when no server runs.
 */
export const stopLeftoverBackends = async (cluster: string): Promise<void> => {
  for (const pid of await findBackends(cluster)) sendSignal(pid, "SIGQUIT");
};
