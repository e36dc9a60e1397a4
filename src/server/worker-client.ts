import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Press } from "./pipeline/ingest/webhook/load-level.ts";
import type { StartWork } from "./start-worker.ts";
import type { Answer, Order, Told } from "./worker-thread.ts";

/** What arrives is told at most so often; whoever works looks at everything that waits. */
const tellEveryMs = 20;

/**
 * The half that works, in a thread of its own: what takes long there holds up nobody at the door. It starts to read
 * its program at once, brings our simulators up where there are any, and works when it is told where the other half is.
 */
export const openWorkThread = (hasSandbox: boolean) => {
  const thread = new Worker(new URL("./worker-thread.ts", import.meta.url), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    workerData: { hasSandbox },
  });
  const exited = once(thread, "exit").catch(() => {});
  const failed = new Promise<never>((_, reject) => thread.once("error", reject));
  failed.catch(() => {});
  const tell = (told: Told): void => thread.postMessage(told);
  const heard = <K extends Answer["kind"]>(kind: K, listener: (answer: Answer & { kind: K }) => void): void =>
    void thread.on("message", (answer: Answer) => {
      if (answer.kind === kind) listener(answer as Answer & { kind: K });
    });
  const sandbox = new Promise<NonNullable<Order["sandbox"]>>((resolve) =>
    heard("sandbox", ({ at }) => resolve(at)),
  );
  const startWork =
    (order: Omit<Order, "reached">): StartWork =>
    async (reached, onJob) => {
      heard("job", ({ done }) => onJob(...done));
      tell({ kind: "begin", order: { ...order, reached } });
      return {
        arrived: tellSometimes((press) => tell({ kind: "arrived", press })),
        stop: async () => {
          tell({ kind: "stop" });
          // What does not end in time is recovered like what a killed process left.
          await Promise.race([exited, sleep(15_000, undefined, { ref: false })]);
          await thread.terminate();
        },
      };
    };
  return {
    startWork,
    /** Where our simulators listen, once they do. */
    sandbox: () => Promise.race([sandbox, failed]),
    /** Settles only when the thread failed. */
    failed,
    end: async () => void (await thread.terminate()),
  };
};

/** At once, and then not again before its time; what was not told by then is. */
const tellSometimes = (tell: (press: Press) => void): ((press: Press) => void) => {
  let resting = false;
  let untold: Press | undefined;
  const told = (): void => {
    resting = false;
    if (untold === undefined) return;
    const press = untold;
    untold = undefined;
    say(press);
  };
  const say = (press: Press): void => {
    tell(press);
    resting = true;
    setTimeout(told, tellEveryMs);
  };
  return (press) => {
    if (resting) untold = press;
    else say(press);
  };
};
