import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "#server/start-error.ts";
import { explain, isPassing } from "./explain.ts";
import { clearTheWay, endLeftovers, signal } from "./orphan.ts";
import {
  type Connection,
  endPostmaster,
  isReady,
  type Launch,
  launch,
  type Postmaster,
} from "./postmaster.ts";
import { readLogFrom } from "./server-log.ts";

type Supervised = { stop(): Promise<void>; pid(): number | undefined };
type Options = Launch & { connection: Connection; place: string; say: (line: string) => void };

const PATIENCE = 15_000;
const STEADY = 30_000;
const SLOWEST = 5_000;

/** Keeps one server running on a cluster: starts it, starts it again when it dies, and stops it. */
export const supervise = async (options: Options): Promise<Supervised> => {
  const { say, cluster, connection, place, logFile } = options;
  const stopping = new AbortController();
  const asked = stopping.signal;
  let current: Postmaster | undefined;
  let mending: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const start = async (): Promise<void> => {
    for (const until = Date.now() + PATIENCE; ; ) {
      await clearTheWay(cluster, say);
      if (asked.aborted) return;
      const postmaster = await launch(options);
      current = postmaster;
      try {
        if (asked.aborted || (await isReady(postmaster, connection, say))) return;
      } catch (error) {
        await endPostmaster(postmaster);
        throw error;
      }
      if (asked.aborted) return;
      const said = `${await postmaster.ended}\n${await readLogFrom(logFile, postmaster.logStart)}`;
      if (!isPassing(said) || Date.now() > until) throw explain("Starting the database", said, place);
      await endLeftovers(cluster);
      await sleep(50, undefined, { signal: asked }).catch(() => undefined);
    }
  };

  let delay = 0;
  let complaint = "";
  const mend = async (): Promise<void> => {
    while (!asked.aborted) {
      await sleep(delay, undefined, { signal: asked }).catch(() => undefined);
      delay = Math.min(Math.max(delay * 2, 50), SLOWEST);
      try {
        await start();
        return watch();
      } catch (error) {
        const message = error instanceof StartError ? error.message : String(error);
        if (message !== complaint) say(message);
        complaint = message;
      }
    }
  };

  const watch = (): void => {
    const since = Date.now();
    complaint = "";
    current?.ended.then((how) => {
      if (asked.aborted) return;
      if (Date.now() - since > STEADY) delay = 0;
      say(`The database server ended unexpectedly (${how}); starting it again.`);
      mending = mend();
    });
  };

  // Whoever leaves without stop() still ends the server in good order.
  const atExit = (): void => {
    if (current?.running() && current.pid !== undefined) signal(current.pid, "SIGINT");
  };

  await start();
  watch();
  process.once("exit", atExit);
  return {
    pid: () => (current?.running() ? current.pid : undefined),
    stop: () => {
      stopped ??= (async () => {
        stopping.abort();
        if (current) await endPostmaster(current);
        await mending;
        // A start that was under way when stop() was called may have launched one more.
        if (current) await endPostmaster(current);
        if (!current?.running()) await endLeftovers(cluster);
        process.off("exit", atExit);
      })();
      return stopped;
    },
  };
};
