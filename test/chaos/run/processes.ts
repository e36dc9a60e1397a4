import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type FaroProcess, freePort, startProcess } from "../../process.ts";
import type { ProductName } from "./protocol.ts";

/** Starts a part of the run as a process of its own. */
export const startPart = (name: string, ...args: string[]): ChildProcess =>
  fork(join(import.meta.dirname, `${name}-process.ts`), args, {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });

/** The next message of a part; fails when it ends instead. */
export const nextMessage = async <Message>(part: ChildProcess, name: string): Promise<Message> => {
  const ended = once(part, "exit").then(([code]) => {
    throw new Error(`The ${name} ended with ${code}`);
  });
  ended.catch(() => {});
  const [message] = await Promise.race([once(part, "message"), ended]);
  return message as Message;
};

export const ended = async (part: ChildProcess): Promise<number | null> =>
  part.exitCode !== null || part.signalCode !== null ? part.exitCode : (await once(part, "exit"))[0];

const restartPauseMs = 300;
const clockShift = pathToFileURL(join(import.meta.dirname, "shift-clock.ts")).href;

/** A process of the product that is started again whenever it ends. */
export type KeptProcess = {
  port: number;
  /** Starts it, again and again until it is ready. */
  ready: () => Promise<void>;
  signal: (signal: NodeJS.Signals, clockHours?: number) => Promise<void>;
  hasWrongClock: () => boolean;
  stop: () => Promise<void>;
  /** At once, because the run itself ends. */
  kill: () => void;
};

export const keepProcess = async (
  name: ProductName,
  dataDir: string,
  env: Record<string, string>,
): Promise<KeptProcess> => {
  const port = await freePort();
  let running: FaroProcess | undefined;
  let starting: Promise<void> | undefined;
  let isStopping = false;
  let clockHours = 0;
  const start = async (): Promise<void> => {
    while (!isStopping) {
      const clock = clockHours === 0 ? {} : { NODE_OPTIONS: `--import ${clockShift}` };
      const started = await startProcess({
        dataDir,
        env: {
          ...env,
          ...clock,
          CHAOS_CLOCK_HOURS: String(clockHours),
          FARO_ROLE: name.startsWith("web") ? "web" : "worker",
          PORT: String(port),
        },
      });
      const { child } = started;
      if (child.exitCode === null && child.signalCode === null) {
        running = started;
        child.once("exit", () => {
          running = undefined;
          if (!isStopping) starting = start();
        });
        return;
      }
      await sleep(restartPauseMs);
    }
  };
  const ready = async (): Promise<void> => {
    while (!running && !isStopping) {
      starting ??= start();
      await starting;
    }
  };
  return {
    port,
    ready,
    signal: async (signal, hours) => {
      await ready();
      if (hours !== undefined) clockHours = hours;
      running?.child.kill(signal);
      if (signal === "SIGKILL" && running) await ended(running.child);
    },
    hasWrongClock: () => clockHours !== 0,
    stop: async () => {
      await ready();
      isStopping = true;
      running?.child.kill("SIGCONT");
      await running?.stop("SIGTERM");
    },
    kill: () => {
      isStopping = true;
      running?.child.kill("SIGKILL");
    },
  };
};
