import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { TrainingMessage, TrainingOrder } from "./training-thread.ts";

export type TrainingResults = Extract<TrainingMessage, { kind: "done" }>;
export type TrainingProgress = Extract<TrainingMessage, { kind: "progress" }>;

/** Runs a training in a thread of its own. */
export const runTraining = async (
  order: TrainingOrder,
  onProgress: (message: TrainingProgress) => void,
  signal?: AbortSignal,
): Promise<TrainingResults> => {
  const thread = new Worker(new URL("./training-thread.ts", import.meta.url), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    workerData: order,
  });
  const finished = Promise.withResolvers<TrainingResults>();
  thread.on("message", (message: TrainingMessage) => {
    if (message.kind === "done") finished.resolve(message);
    else onProgress(message);
  });
  thread.once("error", finished.reject);
  const exited = once(thread, "exit").then(() => {
    throw new Error("The training ended without a result");
  });
  exited.catch(() => {});
  const stop = (): void => void thread.terminate();
  signal?.addEventListener("abort", stop);
  try {
    return await Promise.race([finished.promise, exited]);
  } finally {
    signal?.removeEventListener("abort", stop);
    await thread.terminate();
  }
};
