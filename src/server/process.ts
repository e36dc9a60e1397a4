import type pg from "pg";
import { type Config, readConfig } from "./config.ts";
import { createDataDir, openDataDir } from "./data-dir.ts";
import { startEmbedded } from "./db/embedded/embedded.ts";
import type { FirstSignIn } from "./first-admin.ts";
import { createLog } from "./log.ts";
import { announceDatabase } from "./running-database.ts";
import { openWorkThread } from "./worker-client.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The whole life of a process: open, serve, and close in the opposite order. */
export const run = async (): Promise<void> => {
  // From the first moment on, so that a signal during the start still closes what was opened.
  const stopped = untilStopped();
  await using opened = new AsyncDisposableStack();
  const config = readConfig(process.env, process.stdout.isTTY === true);
  const log = createLog(config.logLevel);
  const works = config.role !== "web";
  const thread = works || config.sandbox ? openWorkThread(config.sandbox) : undefined;
  if (thread) opened.defer(thread.end);
  // The database starts while the rest of the program is still being read.
  const [connection, { startFaro }] = await Promise.all([
    openConnection(config, opened),
    import("./start-web.ts"),
  ]);
  const sandbox = config.sandbox ? await thread?.sandbox() : undefined;
  const faro = await startFaro(
    { config, connection, log, sandbox },
    works ? thread?.startWork({ connection, sandbox }) : undefined,
  );
  opened.defer(faro.stop);
  say([...readyLines(config.publicUrl?.origin ?? faro.url, faro.firstSignIn)].join("\n"));
  // Half a product is none: should the other thread fail, all ends, and says why.
  log.info({ reason: await Promise.race([stopped, ...(thread ? [thread.failed] : [])]) }, "stopping");
  // What cannot be closed in time is left to the next start, which recovers from it.
  setTimeout(() => process.exit(1), 30_000).unref();
};

function* readyLines(url: string, signIn: FirstSignIn | undefined): Generator<string> {
  yield `Faro is ready at ${url.replace("127.0.0.1", "localhost")}`;
  if (!signIn) return;
  const { email, password } = signIn;
  yield `Sign in as ${email} with ${password === undefined ? "FARO_ADMIN_PASSWORD" : `the password ${password}`}`;
  if (password !== undefined) yield "This password is shown only once.";
}

const openConnection = async (config: Config, opened: AsyncDisposableStack): Promise<pg.ClientConfig> => {
  if (config.databaseUrl) {
    await createDataDir(config.dataDir);
    return { connectionString: config.databaseUrl };
  }
  const dataDir = await openDataDir(config.dataDir, say);
  opened.defer(dataDir.close);
  const postgres = await startEmbedded({ dataDir: dataDir.path, report: say });
  opened.defer(postgres.stop);
  opened.defer(await announceDatabase(dataDir.path, postgres.connection));
  return postgres.connection;
};

/** A signal, or the end of the npm that started us: a process nobody can reach any more must not hold the port. */
const untilStopped = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        resolve(signal);
        // Asked twice, a person means now.
        process.once(signal, () => process.exit(1));
      });
    }
    if (process.env.npm_lifecycle_event === "start") {
      const parent = process.ppid;
      setInterval(() => process.ppid !== parent && resolve("parent gone"), 500).unref();
    }
  });
