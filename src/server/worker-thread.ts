import { setTimeout as sleep } from "node:timers/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type pg from "pg";
import { resolveFast } from "./fast-resolve.ts";
import type { Press } from "./pipeline/ingest/webhook/load-level.ts";
import type { Reached, Work } from "./start-worker.ts";

resolveFast();

type SandboxAt = { url: string; smtpPort: number };
/** What the thread is told to begin with. */
export type Order = { connection: pg.ClientConfig; sandbox: SandboxAt | undefined; reached: Reached };
export type Told = { kind: "begin"; order: Order } | { kind: "arrived"; press: Press } | { kind: "stop" };
export type Answer =
  | { kind: "sandbox"; at: SandboxAt }
  | { kind: "job"; done: [name: string, ok: number, failed: number, ms: number] };

/** Our simulators are here, too: nobody at the door has to wait for what they have to do. */
const openSandbox = async (opened: AsyncDisposableStack): Promise<SandboxAt> => {
  const { startSandbox } = await import("#sandbox/sandbox.ts");
  const { url, smtpPort, stop } = await startSandbox();
  opened.defer(stop);
  return { url, smtpPort };
};

const work = async (port: MessagePort): Promise<void> => {
  const ordered = Promise.withResolvers<Order>();
  const stopped = Promise.withResolvers<void>();
  let working: Work | undefined;
  let stops = false;
  port.on("message", (told: Told) => {
    if (told.kind === "begin") return ordered.resolve(told.order);
    if (told.kind === "arrived") return working?.arrived(told.press);
    stops = true;
    stopped.resolve();
  });
  const tell = (answer: Answer): void => port.postMessage(answer);
  await using opened = new AsyncDisposableStack();
  // First, for the other half waits for it.
  if (workerData.hasSandbox) tell({ kind: "sandbox", at: await openSandbox(opened) });
  const { connection, sandbox, reached } = await ordered.promise;
  // Only now: the door opens sooner when nobody else is being read at the same time.
  const { readConfig } = await import("./config.ts");
  const config = readConfig(process.env, process.stdout.isTTY === true);
  const [{ createLog }, { openParts }, { workHere }, { isConnectionLoss }] = await Promise.all([
    import("./log.ts"),
    import("./services.ts"),
    import("./start-worker.ts"),
    import("./db/database.ts"),
  ]);
  const log = createLog(config.logLevel);
  /** A database that goes away in the very moment of the start comes back. */
  const begin = async (): Promise<AsyncDisposableStack> => {
    while (!stops) {
      await using begun = new AsyncDisposableStack();
      try {
        const parts = await openParts(begun, { config, connection, sandbox, log }, true);
        working = await workHere(parts)(reached, (...done) => tell({ kind: "job", done }));
        begun.defer(working.stop);
        return begun.move();
      } catch (error) {
        if (!isConnectionLoss(error)) throw error;
        log.warn({ error }, "work waits for the database");
        await sleep(500);
      }
    }
    return new AsyncDisposableStack();
  };
  opened.use(await begin());
  await stopped.promise;
};

if (parentPort) {
  await work(parentPort);
  parentPort.close();
}
