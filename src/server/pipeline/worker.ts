import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#server/log.ts";
import type { Press } from "./ingest/webhook/load-level.ts";

export type Worker = {
  /** There may be something to do. */
  wake: () => void;
  stop: () => Promise<void>;
};

/** How much was done; `more` waits, and there is no rest. */
export type Done = { done: number; more: boolean };
export const nothingDone: Done = { done: 0, more: false };

type Stage = {
  name: string;
  /** Does what waits, as much as it takes at once. */
  next: () => Promise<Done>;
  /** How hard those before it are pressed: in a flood, it works a tenth of the time. */
  press: () => Press;
  log: Log;
};

/** After a batch others get their turn, as long as it took, and what comes meanwhile is done together. */
const pause = { least: 20, most: 80 };
/** Nobody may have said that something came: a process can die between the two. */
const lookEveryMs = 1000;
const troubleMs = 2000;
const longestYieldMs = 1000;
/** In a flow much comes in so long, and much together costs little more than little. */
const gatherMs = 250;
/** Whoever comes in single file goes first, until what waits to be read has waited so long. */
const fileMs = 5000;
const glanceMs = 50;

/** Works a stage's queue as long as there is something in it. */
export const startWorker = ({ name, next, press, log }: Stage): Worker => {
  let stopped = false;
  let awake = Promise.withResolvers<void>();
  const rest = (ms: number, woken: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      woken.then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  const letPass = async (): Promise<void> => {
    const until = performance.now() + fileMs;
    while (!stopped && press() === "file" && performance.now() < until) await sleep(glanceMs);
  };
  const work = async (): Promise<void> => {
    while (!stopped) {
      const woken = awake.promise;
      try {
        const started = performance.now();
        const { done, more } = await next();
        const took = performance.now() - started;
        const pressed = press();
        if (done > 0 && pressed === "flood") await sleep(Math.min(longestYieldMs, 10 * took));
        else if (more) continue;
        else if (done > 0 && pressed === "flow") await sleep(gatherMs);
        else if (done > 0 && pressed === "file") await letPass();
        else if (done > 0) await sleep(Math.min(pause.most, Math.max(pause.least, took)));
        else await rest(lookEveryMs, woken);
      } catch (error) {
        log.warn({ error, stage: name }, "a stage waits");
        await sleep(troubleMs);
      }
    }
  };
  const working = work();
  const wake = (): void => {
    const { resolve } = awake;
    awake = Promise.withResolvers<void>();
    resolve();
  };
  return {
    wake,
    stop: async () => {
      stopped = true;
      wake();
      await working;
    },
  };
};
