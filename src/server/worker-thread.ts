import { setTimeout as sleep } from "node:timers/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type pg from "pg";
import { freeMemoryAfterStart } from "./free-memory.ts";
import { loadFaster } from "./load-faster.ts";
import type { LoadLevel } from "./pipeline/ingest/webhook/load-level.ts";
import type { WebAddresses, Worker } from "./start-worker.ts";

loadFaster();

type SandboxAddress = { url: string; smtpPort: number };
/** What the worker needs to start. */
export type WorkerOrder = {
  connection: pg.ClientConfig;
  sandbox: SandboxAddress | undefined;
  addresses: WebAddresses;
};
export type WorkerMessage =
  | { kind: "start"; order: WorkerOrder }
  | { kind: "eventsCommitted"; level: LoadLevel }
  | { kind: "stop" };
export type WorkerReport =
  | { kind: "sandbox"; address: SandboxAddress }
  | { kind: "job"; done: [name: string, ok: number, failed: number, ms: number] };

const reconnectMs = 500;

/** The simulators run in this thread, so that their work does not delay requests. */
const openSandbox = async (resources: AsyncDisposableStack): Promise<SandboxAddress> => {
  const { startSandbox } = await import("#sandbox/sandbox.ts");
  const { url, smtpPort, stop } = await startSandbox();
  resources.defer(stop);
  return { url, smtpPort };
};

const runThread = async (port: MessagePort): Promise<void> => {
  const ordered = Promise.withResolvers<WorkerOrder>();
  const stopped = Promise.withResolvers<void>();
  let worker: Worker | undefined;
  let isStopping = false;
  port.on("message", (message: WorkerMessage) => {
    if (message.kind === "start") return ordered.resolve(message.order);
    if (message.kind === "eventsCommitted") return worker?.eventsCommitted(message.level);
    isStopping = true;
    stopped.resolve();
  });
  const report = (content: WorkerReport): void => port.postMessage(content);
  await using resources = new AsyncDisposableStack();
  // First, because the web server waits for the simulators' address.
  if (workerData.hasSandbox) report({ kind: "sandbox", address: await openSandbox(resources) });
  const { connection, sandbox, addresses } = await ordered.promise;
  // Loaded only now, so that it does not compete with the start of the web server.
  const { readConfig } = await import("./config.ts");
  const config = readConfig(process.env, process.stdout.isTTY === true);
  const [{ createLog }, { openServices }, { startWorkerHere }, { isConnectionLost }] = await Promise.all([
    import("./log.ts"),
    import("./services.ts"),
    import("./start-worker.ts"),
    import("./db/errors.ts"),
  ]);
  const log = createLog(config.logLevel);
  /** Tries again while the database is away, until it comes back or the thread is stopped. */
  const start = async (): Promise<AsyncDisposableStack> => {
    while (!isStopping) {
      await using started = new AsyncDisposableStack();
      try {
        const services = await openServices(started, { config, connection, sandbox, log }, true);
        worker = await startWorkerHere(services)(addresses, (...done) => report({ kind: "job", done }));
        started.defer(worker.stop);
        return started.move();
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        log.warn({ error }, "the worker waits for the database");
        await sleep(reconnectMs);
      }
    }
    return new AsyncDisposableStack();
  };
  resources.use(await start());
  freeMemoryAfterStart();
  await stopped.promise;
};

if (parentPort) {
  await runThread(parentPort);
  parentPort.close();
}
