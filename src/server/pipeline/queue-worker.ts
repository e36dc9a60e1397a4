import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#server/log.ts";
import type { LoadLevel } from "./ingest/webhook/load-level.ts";

export type QueueWorker = {
  /** There may be something to do. */
  wake: () => void;
  stop: () => Promise<void>;
};

/** How many items a batch had, and whether more of them wait. */
export type BatchResult = { done: number; hasMore: boolean };
export const emptyBatch: BatchResult = { done: 0, hasMore: false };

type Pause = { ms: number; endsWhenWoken: boolean };

/**
 * A batch is followed by a pause, so that what arrives meanwhile shares the next one: about as long as the batch took
 * while it holds a few items, and longer the more it holds, because most of the cost of a small batch is not of its items.
 */
const normalPauseMs = { min: 10, max: 100 };
const itemsThatDoublePause = 10;
/** While ingestion is saturated, a worker uses at most a tenth of the time. */
const saturatedPauseFactor = 10;
const maxSaturatedPauseMs = 1000;
/** A process can die between its commit and its notification, so a queue is also looked at without one. */
const pollMs = 1000;
const errorPauseMs = 2000;

/** How long to wait after a batch that took `tookMs`. */
export const pauseAfter = ({ done, hasMore }: BatchResult, level: LoadLevel, tookMs: number): Pause => {
  if (done > 0 && level === "saturated")
    return { ms: Math.min(maxSaturatedPauseMs, saturatedPauseFactor * tookMs), endsWhenWoken: false };
  if (hasMore) return { ms: 0, endsWhenWoken: false };
  if (done === 0) return { ms: pollMs, endsWhenWoken: true };
  const pauseMs = tookMs * (1 + done / itemsThatDoublePause);
  return { ms: Math.min(normalPauseMs.max, Math.max(normalPauseMs.min, pauseMs)), endsWhenWoken: false };
};

/** A promise that `wake` resolves and renews. */
export const createWakeSignal = () => {
  let next = Promise.withResolvers<void>();
  return {
    wake: (): void => {
      const { resolve } = next;
      next = Promise.withResolvers<void>();
      resolve();
    },
    /** Resolves at the next wake after this call. */
    woken: (): Promise<void> => next.promise,
  };
};

/** Sleeps for so long, or until woken. */
export const sleepUntil = (ms: number, woken: Promise<void>): Promise<void> => {
  const { promise: slept, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return Promise.race([slept, woken]).finally(() => clearTimeout(timer));
};

type QueueWorkerOptions = {
  name: string;
  /** Works off one batch of what waits. */
  next: () => Promise<BatchResult>;
  loadLevel: () => LoadLevel;
  log: Log;
};

/** Works off a queue for as long as there is something in it. */
export const startQueueWorker = ({ name, next, loadLevel, log }: QueueWorkerOptions): QueueWorker => {
  const signal = createWakeSignal();
  let isStopped = false;
  const work = async (): Promise<void> => {
    while (!isStopped) {
      // Taken before the batch: what arrives while it runs must not be missed.
      const woken = signal.woken();
      try {
        const started = performance.now();
        const result = await next();
        const { ms, endsWhenWoken } = pauseAfter(result, loadLevel(), performance.now() - started);
        if (endsWhenWoken) await sleepUntil(ms, woken);
        else if (ms > 0) await sleep(ms);
      } catch (error) {
        log.warn({ error, queue: name }, "a batch failed and is tried again");
        await sleep(errorPauseMs);
      }
    }
  };
  const working = work();
  return {
    wake: signal.wake,
    stop: async () => {
      isStopped = true;
      signal.wake();
      await working;
    },
  };
};
