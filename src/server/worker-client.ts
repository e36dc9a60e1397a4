import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker as Thread } from "node:worker_threads";
import type { LoadLevel } from "./pipeline/ingest/webhook/load-level.ts";
import type { StartWorker } from "./start-worker.ts";
import { throttle } from "./throttle.ts";
import type { WorkerMessage, WorkerOrder, WorkerReport } from "./worker-thread.ts";

/** Commits are announced at most this often; the worker reads everything that waits anyway. */
const announceEveryMs = 20;
const stopMs = 15_000;

/**
 * The worker in a thread of its own, so that its work never delays a request. The thread starts the simulators at once
 * where they are wanted, and works when it gets the addresses of the web server.
 */
export const openWorkerThread = (hasSandbox: boolean) => {
  const thread = new Thread(new URL("./worker-thread.ts", import.meta.url), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    workerData: { hasSandbox },
  });
  const exited = once(thread, "exit").catch(() => {});
  const failed = new Promise<never>((_, reject) => thread.once("error", reject));
  failed.catch(() => {});
  const post = (message: WorkerMessage): void => thread.postMessage(message);
  const onReport = <K extends WorkerReport["kind"]>(
    kind: K,
    listener: (report: WorkerReport & { kind: K }) => void,
  ): void =>
    void thread.on("message", (report: WorkerReport) => {
      if (report.kind === kind) listener(report as WorkerReport & { kind: K });
    });
  const sandbox = new Promise<NonNullable<WorkerOrder["sandbox"]>>((resolve) =>
    onReport("sandbox", ({ address }) => resolve(address)),
  );
  const startWorker =
    (order: Omit<WorkerOrder, "addresses">): StartWorker =>
    async (addresses, onJob) => {
      onReport("job", ({ done }) => onJob(...done));
      post({ kind: "start", order: { ...order, addresses } });
      return {
        eventsCommitted: throttle(announceEveryMs, (level: LoadLevel) =>
          post({ kind: "eventsCommitted", level }),
        ),
        stop: async () => {
          post({ kind: "stop" });
          // What does not end in time is recovered like the work of a killed process.
          await Promise.race([exited, sleep(stopMs, undefined, { ref: false })]);
          await thread.terminate();
        },
      };
    };
  return {
    startWorker,
    /** Where the simulators listen. */
    sandbox: () => Promise.race([sandbox, failed]),
    /** Settles only when the thread failed. */
    failed,
    end: async () => void (await thread.terminate()),
  };
};
