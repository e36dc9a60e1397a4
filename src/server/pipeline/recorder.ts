import { setTimeout as sleep } from "node:timers/promises";
import { mostAtOnce, type Recording, recordNext } from "./record.ts";

export type Recorder = {
  /** Something came in. */
  wake: () => void;
  stop: () => Promise<void>;
};

/** After a batch others get their turn, as long as it took, and what comes meanwhile is read together. */
const pause = { least: 10, most: 60 };
/** Nobody may have said that something came: a process can die between the two. */
const lookEveryMs = 1000;
const troubleMs = 2000;

/**
 * Reads what was accepted, as long as there is something. The events are their own queue: what is accepted is stored
 * as `received` and needs no job besides, and what a killed process held is free again when its connection ends.
 */
export const startRecorder = (recording: Recording): Recorder => {
  let stopped = false;
  let awake = Promise.withResolvers<void>();
  const rest = (ms: number, woken: Promise<void>): Promise<void> => {
    const timer = new AbortController();
    const time = sleep(ms, undefined, { signal: timer.signal }).catch(() => {});
    return Promise.race([time, woken]).finally(() => timer.abort());
  };
  const work = async (): Promise<void> => {
    while (!stopped) {
      const woken = awake.promise;
      try {
        const started = performance.now();
        const read = await recordNext(recording);
        const took = performance.now() - started;
        if (read >= mostAtOnce) continue;
        if (read > 0) await sleep(Math.min(pause.most, Math.max(pause.least, took)));
        else await rest(lookEveryMs, woken);
      } catch (error) {
        recording.log.warn({ error }, "events wait to be read");
        await rest(troubleMs, Promise.withResolvers<void>().promise);
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
