import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const linux = process.platform === "linux";

/** What stands for the start of a process that exists but hides its facts from us. */
export const hidden = "?";

/** The start time (field 22) of /proc/<pid>/stat; undefined for a process that ended and awaits collection. */
export const parseProcStat = (stat: string): string | undefined => {
  // The command's name may hold spaces and brackets, so fields are counted after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
};

/** The start in a line of `ps -o stat=,lstart=`; undefined for a process that ended and awaits collection. */
export const parsePsStart = (line: string): string | undefined => {
  const [state, ...start] = line.trim().split(/\s+/);
  return !state || state.startsWith("Z") ? undefined : start.join(" ");
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** When a process began, as a text to compare; undefined when no such process runs. */
export const processStart = async (pid: number): Promise<string | undefined> => {
  try {
    if (linux) return parseProcStat(await readFile(`/proc/${pid}/stat`, "utf8"));
    return parsePsStart((await run("ps", ["-o", "stat=,lstart=", "-p", String(pid)])).stdout);
  } catch {
    return exists(pid) ? hidden : undefined;
  }
};

/** Whether a command line is that of the server of a cluster; its own children carry no -D. */
export const isServerOf = (command: string | readonly string[], cluster: string): boolean => {
  if (typeof command === "string") return command.includes(`postgres -D ${cluster} -`);
  const [program = "", flag, folder] = command;
  return /(^|\/)postgres$/.test(program) && flag === "-D" && folder === cluster;
};

/** Whether this process is, now, the server of this cluster. */
export const servesCluster = async (pid: number, cluster: string): Promise<boolean> => {
  try {
    if (linux) return isServerOf((await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0"), cluster);
    return isServerOf((await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout, cluster);
  } catch {
    return false;
  }
};

/** Whether a process is a child of some server of this cluster: it renames itself and works in the cluster's folder. */
export const isChildOf = (command: string, folder: string, cluster: string): boolean =>
  command.startsWith("postgres: ") && folder === cluster;

/** The children of servers of this cluster, where the system lets us look. */
export const childrenOf = async (cluster: string): Promise<number[]> => {
  if (!linux) return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      try {
        const [command, folder] = await Promise.all([
          readFile(`/proc/${pid}/cmdline`, "utf8"),
          readlink(`/proc/${pid}/cwd`),
        ]);
        return isChildOf(command, folder, cluster);
      } catch {
        return false;
      }
    }),
  );
  return pids.filter((_, index) => found[index]).map(Number);
};
