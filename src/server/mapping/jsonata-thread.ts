import { Worker } from "node:worker_threads";
import {
  type FailedExpression,
  failedExpression,
  noExpression,
  slowExpression,
  type WorkerReply,
  type WorkerRequest,
  type WorkerSettings,
} from "./worker-messages.ts";

export type JsonataThreadOptions = {
  timeBoxMs: number;
  idleMs: number;
  onReply: (reply: WorkerReply) => void;
  /** The thread has ended while it evaluated the expression at `index` of the batch; undefined when at none. */
  onLost: (failure: FailedExpression, index: number | undefined) => void;
};

/** One worker thread at a time: started with the first batch, ended when idle, stuck or broken. */
export type JsonataThread = {
  post: (request: WorkerRequest) => void;
  /** No batch is running: the thread no longer keeps the process alive and ends after a while. */
  becomeIdle: () => void;
  end: () => Promise<unknown>;
};

type RunningThread = { worker: Worker; progress: Int32Array };

const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const maxErrorLength = 300;
const minWatchIntervalMs = 5;
const checksPerTimeBox = 5;

export const createJsonataThread = ({
  timeBoxMs,
  idleMs,
  onReply,
  onLost,
}: JsonataThreadOptions): JsonataThread => {
  let running: RunningThread | undefined;
  let watchdog: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = (): Promise<unknown> => {
    const worker = running?.worker;
    running = undefined;
    clearInterval(watchdog);
    clearTimeout(idleTimer);
    worker?.removeAllListeners();
    worker?.on("error", () => {});
    return worker?.terminate() ?? Promise.resolve();
  };

  /** Ignored for a thread that was already replaced. */
  const lose = (thread: RunningThread, failure: FailedExpression): void => {
    if (running !== thread) return;
    const index = Atomics.load(thread.progress, 0);
    void end();
    onLost(failure, index === noExpression ? undefined : index);
  };

  const start = (): RunningThread => {
    const buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const settings: WorkerSettings = { timeBoxMs, progress: buffer };
    const worker = new Worker(new URL("./jsonata-worker.ts", import.meta.url), {
      workerData: settings,
      env: {},
      execArgv: ["--disable-warning=ExperimentalWarning"],
      resourceLimits,
    });
    const thread = { worker, progress: new Int32Array(buffer) };
    worker.on("message", onReply);
    worker.on("error", (error: Error & { code?: string }) => {
      const isOutOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      const detail = isOutOfMemory ? "It takes too much memory" : error.message.slice(0, maxErrorLength);
      lose(thread, failedExpression(detail));
    });
    worker.on("exit", () => lose(thread, failedExpression("Its thread ended")));
    return thread;
  };

  /** Ends the thread when one expression exceeds the time box. JSONata's own limit normally applies first. */
  const startWatchdog = (thread: RunningThread): void => {
    let lastIndex = noExpression;
    let since = performance.now();
    const check = (): void => {
      const index = Atomics.load(thread.progress, 0);
      if (index !== lastIndex || index === noExpression) {
        lastIndex = index;
        since = performance.now();
      } else if (performance.now() - since > timeBoxMs) lose(thread, slowExpression);
    };
    watchdog = setInterval(check, Math.max(minWatchIntervalMs, timeBoxMs / checksPerTimeBox));
    watchdog.unref();
  };

  return {
    post: (request) => {
      clearTimeout(idleTimer);
      running ??= start();
      Atomics.store(running.progress, 0, noExpression);
      running.worker.ref();
      running.worker.postMessage(request);
      startWatchdog(running);
    },
    becomeIdle: () => {
      clearInterval(watchdog);
      running?.worker.unref();
      idleTimer = setTimeout(() => void end(), idleMs).unref();
    },
    end,
  };
};
