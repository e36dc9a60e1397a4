import type pg from "pg";
import { readConfig } from "./config.ts";
import { openDataDir } from "./data-dir.ts";
import { startEmbedded } from "./db/embedded/embedded.ts";
import { startFaro } from "./faro.ts";
import { createLog } from "./log.ts";
import { announceDatabase } from "./running-database.ts";
import { StartError } from "./start-error.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const run = async (): Promise<void> => {
  await using opened = new AsyncDisposableStack();
  const config = readConfig(process.env, process.stdout.isTTY === true);
  const log = createLog(config.logLevel);
  const dataDir = await openDataDir(config.dataDir, say);
  opened.defer(dataDir.close);
  let connection: pg.ClientConfig;
  if (config.databaseUrl) {
    connection = { connectionString: config.databaseUrl };
  } else {
    const postgres = await startEmbedded({ dataDir: config.dataDir, say });
    opened.defer(postgres.stop);
    connection = postgres.connection;
    opened.defer(await announceDatabase(config.dataDir, connection));
  }
  const faro = await startFaro(config, connection, log);
  opened.defer(faro.stop);
  say(`Faro is ready at ${config.publicUrl?.origin ?? faro.url.replace("127.0.0.1", "localhost")}`);
  if (faro.firstSignIn) {
    const { email, password } = faro.firstSignIn;
    say(
      `Sign in as ${email} with ${password === undefined ? "FARO_ADMIN_PASSWORD" : `the password ${password}`}`,
    );
    if (password !== undefined) say("This password is shown only once.");
  }
  const reason = await untilStopped();
  log.info({ reason }, "stopping");
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

try {
  await run();
  process.exit(0);
} catch (error) {
  process.stderr.write(
    `${error instanceof StartError ? error.message : (error instanceof Error && error.stack) || error}\n`,
  );
  process.exit(1);
}
