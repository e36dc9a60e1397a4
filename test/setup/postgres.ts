import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/db/database.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { startListener } from "#server/db/listener.ts";
import { migrate } from "#server/db/migrate.ts";
import { startJobs } from "#server/jobs/runner.ts";
import { jobs } from "#server/jobs.ts";
import { createLog } from "#server/log.ts";

type Connection = { host: string; port: number; user: string; database: string };

declare module "vitest" {
  interface ProvidedContext {
    postgres: Connection;
    template: string;
  }
}

const template = "faro_template";

/** Starts one PostgreSQL with a migrated template database that every test file clones. */
const startPostgres = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "faro-test-"));
  // No data outlives the run, so nothing needs to be flushed to disk or logged for a standby.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    wal_level: "minimal",
    max_wal_senders: "0",
    max_connections: "300",
    // It would visit each of some two hundred databases every minute, of which most are used for seconds.
    autovacuum: "off",
  };
  const postgres = await startEmbedded({ dataDir, report: () => {}, settings });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await client.end();
  await fillTemplate({ ...postgres.connection, database: template });
  const stop = async (): Promise<void> => {
    const stopped = postgres.stop();
    const pid = postgres.pid();
    // Without the last checkpoint, which would write what is removed next.
    if (pid !== undefined) process.kill(pid, "SIGQUIT");
    await stopped;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { connection: postgres.connection, stop };
};

let running: ReturnType<typeof startPostgres> | undefined;

/** The projects of a run share the server, which stops after the last of them. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  running ??= startPostgres();
  const { connection, stop } = await running;
  project.provide("postgres", connection);
  project.provide("template", template);
  return stop;
};

const fillTemplate = async (connection: Connection): Promise<void> => {
  const fail = (error: Error) => {
    throw error;
  };
  await migrate(connection);
  const database = openDatabase(connection, fail);
  const listener = await startListener(connection, fail);
  const queue = await startJobs(jobs, database, listener, createLog("silent"), false);
  await queue.stop();
  await listener.close();
  await database.close();
};
