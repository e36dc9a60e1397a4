import { runBatch } from "#server/batches/run-batch.ts";
import { openDatabase } from "#server/db/database.ts";
import { startListener } from "#server/db/listener.ts";
import type { Job, JobContext } from "#server/jobs/job.ts";
import { startJobs } from "#server/jobs/runner.ts";
import { createLog } from "#server/log.ts";
import { createWrite } from "#server/store/write.ts";
import { openKeyring } from "#server/vault/keyring.ts";

/** A worker process for bulk changes that a test kills during one. */
const connection = JSON.parse(process.env.CONNECTION ?? "{}");
const log = createLog("silent");
const database = openDatabase(connection, () => {});
const listener = await startListener(connection, () => {});
const queue = await startJobs([runBatch] as readonly Job[], database, listener, log, true);
const write = createWrite(database.db, queue);
const keyring = await openKeyring(process.env.DATA_DIR ?? "", undefined);
await queue.work({ database, write, log, keyring } as unknown as JobContext, () => {});
