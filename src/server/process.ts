import type pg from "pg";
import { type Config, readConfig } from "./config.ts";
import { createDataDir, openDataDir } from "./data-dir.ts";
import { startEmbedded } from "./db/embedded/embedded.ts";
import type { FirstSignIn } from "./first-admin.ts";
import { freeMemoryAfterStart } from "./free-memory.ts";
import { createLog } from "./log.ts";
import { announceDatabase } from "./running-database.ts";
import { openWorkerThread } from "./worker-client.ts";

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

const shutdownMs = 30_000;

/** One process from start to end: what it opens is closed in the opposite order. */
export const runProcess = async (built?: Promise<void>): Promise<void> => {
  // Listens from the first moment, so that a signal during the start still closes what was opened.
  const stopSignal = untilStopped();
  await using resources = new AsyncDisposableStack();
  const config = readConfig(process.env, process.stdout.isTTY === true);
  const log = createLog(config.logLevel);
  const hasWorker = config.role !== "web";
  const thread = hasWorker || config.sandbox ? openWorkerThread(config.sandbox) : undefined;
  if (thread) resources.defer(thread.end);
  // The database starts while the rest of the program is loaded.
  const [connection, { startWeb }] = await Promise.all([
    openConnection(config, resources),
    import("./start-web.ts"),
  ]);
  const sandbox = config.sandbox ? await thread?.sandbox() : undefined;
  const product = await startWeb(
    { config, connection, log, sandbox },
    hasWorker ? thread?.startWorker({ connection, sandbox }) : undefined,
    built,
  );
  resources.defer(product.stop);
  printLine([...readyLines(config.publicUrl?.origin ?? product.url, product.firstSignIn)].join("\n"));
  freeMemoryAfterStart();
  // Without its worker thread the product would accept events and never process them, so it ends.
  const failed = thread ? [thread.failed] : [];
  const reason = await Promise.race([stopSignal, ...failed]);
  log.info({ reason }, "stopping");
  // An orphan must not keep the port.
  if (reason !== parentGone) await Promise.race([product.drain(config.drainMs), ...failed]);
  // What cannot be closed in time is recovered by the next start.
  setTimeout(() => process.exit(1), shutdownMs).unref();
};

function* readyLines(url: string, signIn: FirstSignIn | undefined): Generator<string> {
  yield `Faro is ready at ${url.replace("127.0.0.1", "localhost")}`;
  if (!signIn) return;
  const { email, password } = signIn;
  yield `Sign in as ${email} with ${password === undefined ? "FARO_ADMIN_PASSWORD" : `the password ${password}`}`;
  if (password !== undefined) yield "This password is shown only once.";
}

const openConnection = async (config: Config, resources: AsyncDisposableStack): Promise<pg.ClientConfig> => {
  if (config.databaseUrl) {
    await createDataDir(config.dataDir);
    return { connectionString: config.databaseUrl };
  }
  const dataDir = await openDataDir(config.dataDir, printLine);
  resources.defer(dataDir.close);
  const postgres = await startEmbedded({ dataDir: dataDir.path, report: printLine });
  resources.defer(postgres.stop);
  resources.defer(await announceDatabase(dataDir.path, postgres.connection));
  return postgres.connection;
};

const parentCheckMs = 500;
const parentGone = "parent gone";

/** Resolves on a signal, or when the npm process that started this one ends: an orphan must not keep the port. */
const untilStopped = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        resolve(signal);
        // A second signal ends the process at once.
        process.once(signal, () => process.exit(1));
      });
    }
    if (process.env.npm_lifecycle_event === "start") {
      const parent = process.ppid;
      setInterval(() => process.ppid !== parent && resolve(parentGone), parentCheckMs).unref();
    }
  });
