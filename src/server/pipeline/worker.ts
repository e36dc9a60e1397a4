import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#server/log.ts";

export type Worker = {
  /** There may be something to do. */
  wake: () => void;
  stop: () => Promise<void>;
};

type Stage = {
  name: string;
  /** Does what waits, as much as it takes at once; how much it was. */
  next: () => Promise<number>;
  /** As much as it takes at once: then there is more, and no rest. */
  full: number;
  /** Is somebody else in more of a hurry? Then it works a sixth of the time. */
  yields?: () => boolean;
  log: Log;
};

/** After a batch others get their turn, as long as it took, and what comes meanwhile is done together. */
const pause = { least: 20, most: 80 };
/** Nobody may have said that something came: a process can die between the two. */
const lookEveryMs = 1000;
const troubleMs = 2000;
const longestYieldMs = 1000;

/** Works a stage's queue as long as there is something in it. */
export const startWorker = ({ name, next, full, yields = () => false, log }: Stage): Worker => {
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
  const work = async (): Promise<void> => {
    while (!stopped) {
      const woken = awake.promise;
      try {
        const started = performance.now();
        const done = await next();
        const took = performance.now() - started;
        if (done > 0 && yields()) await sleep(Math.min(longestYieldMs, 5 * took));
        else if (done >= full) continue;
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
