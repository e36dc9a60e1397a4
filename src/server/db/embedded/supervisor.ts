import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "#server/start-error.ts";
import { sendSignal, stopLeftoverBackends, stopLeftoverServer } from "./leftover-processes.ts";
import {
  type LaunchOptions,
  launchPostmaster,
  type Postmaster,
  readLogFrom,
  type SocketConnection,
  stopPostmaster,
  waitUntilReady,
} from "./postmaster.ts";
import { createStartError, isTransientFailure } from "./start-failure.ts";

type SupervisedServer = { stop(): Promise<void>; pid(): number | undefined };
type SupervisorOptions = LaunchOptions & {
  connection: SocketConnection;
  databaseDir: string;
  report: (line: string) => void;
};

const startTimeoutMs = 15_000;
/** A server that ran this long is restarted without delay. */
const stableAfterMs = 30_000;
const maxRestartDelayMs = 5_000;

/** Runs one server on a cluster: starts it, restarts it when it dies, and stops it. */
export const superviseServer = async (options: SupervisorOptions): Promise<SupervisedServer> => {
  const { report, cluster, connection, databaseDir, logFile } = options;
  const stopController = new AbortController();
  const stopSignal = stopController.signal;
  let current: Postmaster | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const start = async (): Promise<void> => {
    for (const deadline = Date.now() + startTimeoutMs; ; ) {
      await stopLeftoverServer(cluster, report);
      if (stopSignal.aborted) return;
      const postmaster = await launchPostmaster(options);
      current = postmaster;
      try {
        if (stopSignal.aborted || (await waitUntilReady(postmaster, connection, report))) return;
      } catch (error) {
        await stopPostmaster(postmaster);
        throw error;
      }
      if (stopSignal.aborted) return;
      const output = `${await postmaster.exited}\n${await readLogFrom(logFile, postmaster.logOffset)}`;
      if (!isTransientFailure(output) || Date.now() > deadline) {
        throw createStartError("Starting the database", output, databaseDir);
      }
      await stopLeftoverBackends(cluster);
      await sleep(50, undefined, { signal: stopSignal }).catch(() => undefined);
    }
  };

  let delayMs = 0;
  let lastMessage = "";
  const restart = async (): Promise<void> => {
    while (!stopSignal.aborted) {
      await sleep(delayMs, undefined, { signal: stopSignal }).catch(() => undefined);
      delayMs = Math.min(Math.max(delayMs * 2, 50), maxRestartDelayMs);
      try {
        await start();
        return watch();
      } catch (error) {
        const message = error instanceof StartError ? error.message : String(error);
        if (message !== lastMessage) report(message);
        lastMessage = message;
      }
    }
  };

  const watch = (): void => {
    const startedAt = Date.now();
    lastMessage = "";
    current?.exited.then((exit) => {
      if (stopSignal.aborted) return;
      if (Date.now() - startedAt > stableAfterMs) delayMs = 0;
      report(`The database server exited unexpectedly (${exit}); restarting it.`);
      restarting = restart();
    });
  };

  // A process that exits without calling stop() still shuts the server down cleanly.
  const onExit = (): void => {
    if (current?.isRunning() && current.pid !== undefined) sendSignal(current.pid, "SIGINT");
  };

  await start();
  watch();
  process.once("exit", onExit);
  return {
    pid: () => (current?.isRunning() ? current.pid : undefined),
    stop: () => {
      stopped ??= (async () => {
        stopController.abort();
        if (current) await stopPostmaster(current);
        await restarting;
        // A restart in progress when stop() was called may have launched another server.
        if (current) await stopPostmaster(current);
        if (!current?.isRunning()) await stopLeftoverBackends(cluster);
        process.off("exit", onExit);
      })();
      return stopped;
    },
  };
};
