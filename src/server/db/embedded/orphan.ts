import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "#server/start-error.ts";
import { childrenOf, processStart, servesCluster } from "./process-facts.ts";

/** The process number in postmaster.pid; it is negative for one that works alone, without clients. */
export const parsePidFile = (text: string): number | undefined => {
  const first = text.split("\n")[0]?.trim() ?? "";
  const pid = /^-?\d{1,10}$/.test(first) ? Math.abs(Number(first)) : 0;
  return pid > 0 ? pid : undefined;
};

export type Remains = "nothing" | "unreadable" | "dead" | "foreign" | "server";

/** What to do about a postmaster.pid that was found. */
export const remedy = (remains: Remains): "leave" | "remove" | "stop" => {
  if (remains === "server") return "stop";
  // The server treats the file of a dead process itself, and reads in it which memory leftover backends may hold.
  return remains === "foreign" || remains === "unreadable" ? "remove" : "leave";
};

export type Step = readonly [signal: NodeJS.Signals, waitMs: number];

/** Fast shutdown, then an immediate one, then force. */
export const steps = (patience: number): Step[] => [
  ["SIGINT", patience],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in between, which is what was wanted; one that may not be told shows by not ending.
  }
};

const stopOrphan = async (pid: number, cluster: string): Promise<void> => {
  for (const [name, waitMs] of steps(10_000)) {
    signal(pid, name);
    const until = Date.now() + waitMs;
    while (Date.now() < until) {
      if (!(await servesCluster(pid, cluster))) return;
      await sleep(20);
    }
  }
  throw new StartError(
    `Another server (process ${pid}) uses the database in ${cluster} and does not stop: end it, then start Faro again.`,
  );
};

const examine = async (file: string, cluster: string): Promise<{ remains: Remains; pid: number }> => {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return { remains: "nothing", pid: 0 };
  const pid = parsePidFile(text);
  if (pid === undefined) return { remains: "unreadable", pid: 0 };
  if (await servesCluster(pid, cluster)) return { remains: "server", pid };
  return { remains: (await processStart(pid)) === undefined ? "dead" : "foreign", pid };
};

/** Stops a server that outlived its Faro, and removes a postmaster.pid that would mislead the next one. */
export const clearTheWay = async (cluster: string, say: (line: string) => void): Promise<void> => {
  const file = join(cluster, "postmaster.pid");
  const { remains, pid } = await examine(file, cluster);
  const action = remedy(remains);
  if (action === "stop") {
    say("Stopping the database server that an earlier run left behind.");
    await stopOrphan(pid, cluster);
  }
  if (action === "remove") await rm(file, { force: true });
};

/**
 * A child busy with a long query does not see that its server died, and holds the memory that the next one waits
 * for. Only called when no server runs; it is what the server itself does to its children after a crash.
 */
export const endLeftovers = async (cluster: string): Promise<void> => {
  for (const pid of await childrenOf(cluster)) signal(pid, "SIGQUIT");
};
