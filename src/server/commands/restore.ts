import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { load } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { startListener } from "#server/db/listener.ts";
import { migrate } from "#server/db/migrate.ts";
import { startJobs } from "#server/jobs/runner.ts";
import { jobs } from "#server/jobs.ts";
import { createLog } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async ({ connection, note }) => {
  const path = process.argv[2];
  if (!path) throw new StartError("Say which backup: npm run restore -- FILE.gz");
  await access(path).catch(() => {
    throw new StartError(`There is no file ${path}.`);
  });
  await createJobTables(connection);
  const rows = createReadStream(path).pipe(createGunzip());
  const tables = await load(connection, rows).catch((error: unknown) => {
    const torn = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw torn ? new StartError("The backup is damaged or not complete; nothing was restored.") : error;
  });
  await migrate(connection);
  await note(`Restored from the backup ${path}`);
  console.log(`${tables} tables were restored from ${path}.`);
});

/** Waiting jobs come back too, into the tables that the job engine makes for itself. */
async function createJobTables(connection: Parameters<typeof openDatabase>[0]): Promise<void> {
  const fail = (error: Error) => console.error(error.message);
  const database = openDatabase(connection, fail);
  const listener = await startListener(connection, fail);
  const queue = await startJobs(jobs, database, listener, createLog("warn"), false);
  await queue.stop();
  await listener.close();
  await database.close();
}
