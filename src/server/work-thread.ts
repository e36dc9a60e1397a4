import { once } from "node:events";
import { type MessagePort, parentPort } from "node:worker_threads";
import type pg from "pg";
import { resolveFast } from "./fast-resolve.ts";
import type { Reached, Work } from "./work.ts";

resolveFast();

type SandboxAt = { url: string; smtpPort: number };
/** What the thread is told to begin with. */
export type Order = { connection: pg.ClientConfig; sandbox: SandboxAt | undefined; reached: Reached };
export type Told = { kind: "arrived"; crowded: boolean } | { kind: "stop" };
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
  const ordered = once(port, "message") as Promise<[Order]>;
  const tell = (answer: Answer): void => port.postMessage(answer);
  await using opened = new AsyncDisposableStack();
  const { readConfig } = await import("./config.ts");
  const config = readConfig(process.env, process.stdout.isTTY === true);
  if (config.sandbox) tell({ kind: "sandbox", at: await openSandbox(opened) });
  // Read while the other half still opens the database.
  const [{ createLog }, { openParts }, { workHere }] = await Promise.all([
    import("./log.ts"),
    import("./parts.ts"),
    import("./work.ts"),
  ]);
  const [{ connection, sandbox, reached }] = await ordered;
  const stopped = new Promise<void>((resolve) =>
    port.on("message", (told: Told) => (told.kind === "stop" ? resolve() : working?.arrived(told.crowded))),
  );
  let working: Work | undefined;
  const parts = await openParts(
    opened,
    { config, connection, sandbox, log: createLog(config.logLevel) },
    true,
  );
  working = await workHere(parts)(reached, (...done) => tell({ kind: "job", done }));
  opened.defer(working.stop);
  await stopped;
};

if (parentPort) {
  await work(parentPort);
  parentPort.close();
}
