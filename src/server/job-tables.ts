import type pg from "pg";
import { openDatabase } from "./db/database.ts";
import { startListener } from "./db/listener.ts";
import { startJobs } from "./jobs/runner.ts";
import { jobs } from "./jobs.ts";
import type { Log } from "./log.ts";

/** A backup contains pending jobs, whose tables the job engine creates itself. */
export const createJobTables = async (connection: pg.ClientConfig, log: Log): Promise<void> => {
  const onError = (error: Error) => log.warn({ error }, "database connection lost");
  const database = openDatabase(connection, onError);
  const listener = await startListener(connection, onError);
  const queue = await startJobs(jobs, database, listener, log, false);
  await queue.stop();
  await listener.close();
  await database.close();
};
