import { Worker } from "node:worker_threads";
import {
  type FailedExpression,
  failedExpression,
  noExpression,
  type ProcessMessage,
  slowExpression,
  type WorkerReply,
  type WorkerRequest,
  type WorkerSettings,
} from "./worker-messages.ts";

/*
 * The child process for expressions. They run in a thread, so that this one stays able to end the process: ending the
 * thread is not enough, because a native function such as indexOf on two long texts is only stopped with its process.
 */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const maxErrorLength = 300;
const minWatchIntervalMs = 5;
const checksPerTimeBox = 5;

const timeBoxMs = Number(process.argv[2]);
const buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
const progress = new Int32Array(buffer);
Atomics.store(progress, 0, noExpression);

const killThisProcess = (): void => {
  process.kill(process.pid, "SIGKILL");
};
const send = (message: ProcessMessage, onSent?: () => void): void => {
  process.send?.(message, undefined, undefined, () => onSent?.());
};

const settings: WorkerSettings = { timeBoxMs, progress: buffer };
const worker = new Worker(new URL("./jsonata-worker.ts", import.meta.url), {
  workerData: settings,
  execArgv: ["--disable-warning=ExperimentalWarning"],
  resourceLimits,
});

const lose = (failure: FailedExpression): void => {
  const index = Atomics.load(progress, 0);
  clearInterval(watchdog);
  send({ lost: failure, index: index === noExpression ? null : index }, killThisProcess);
};

worker.on("message", (reply: WorkerReply) => send({ reply }));
worker.on("error", (error: Error & { code?: string }) => {
  const isOutOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
  lose(failedExpression(isOutOfMemory ? "It takes too much memory" : error.message.slice(0, maxErrorLength)));
});
process.on("message", (request: WorkerRequest) => {
  // The indexes of each batch start at zero.
  lastIndex = noExpression;
  Atomics.store(progress, 0, noExpression);
  worker.postMessage(request);
});
// The process that asked has ended, perhaps while an expression never will.
process.on("disconnect", killThisProcess);

/** Ends the process when one expression exceeds the time box. JSONata's own limit normally applies first. */
let lastIndex = noExpression;
let since = performance.now();
const watchdog = setInterval(
  () => {
    const index = Atomics.load(progress, 0);
    if (index !== lastIndex || index === noExpression) {
      lastIndex = index;
      since = performance.now();
    } else if (performance.now() - since > timeBoxMs) lose(slowExpression);
  },
  Math.max(minWatchIntervalMs, timeBoxMs / checksPerTimeBox),
);
