import { system } from "#server/audit/entry.ts";
import { openDatabase } from "#server/db/database.ts";
import { startListener } from "#server/db/listener.ts";
import type { Job, JobContext } from "#server/jobs/job.ts";
import { startJobs } from "#server/jobs/runner.ts";
import { createLog } from "#server/log.ts";
import { createWrite } from "#server/store/write.ts";
import { stuck } from "./stuck-job.ts";

/** A worker process that a test kills during a job. */
process.env.STUCK = "1";
const connection = JSON.parse(process.env.CONNECTION ?? "{}");
const log = createLog("silent");
const database = openDatabase(connection, () => {});
const listener = await startListener(connection, () => {});
const queue = await startJobs([stuck] as readonly Job[], database, listener, log, true);
const write = createWrite(database.db, queue);
await write(system, async ({ enqueue }) => enqueue(stuck, { n: 1 }));
const context = { database, write, log, dataDir: "" } as unknown as JobContext;
await queue.work(context, () => {});
