import pg from "pg";
import * as z from "zod";
import { type BackupStage, backupsToDelete } from "#domain/backups/backup.ts";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { createBackupTarget } from "#server/backups/choose-target.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { readBackupSettings, type StoredBackupSettings } from "#server/store/backups/backup-settings.ts";
import {
  type EndedBackup,
  endBackup,
  findBackup,
  listStoredBackups,
  markDeleted,
  type StoredBackup,
  saveProgress,
} from "#server/store/backups/backups.ts";
import { throttle } from "#server/throttle.ts";
import { toBackupProblem } from "./backup-error.ts";
import type { BackupTarget } from "./backup-target.ts";
import { verifyBackup } from "./verify-backup.ts";
import { writeBackup } from "./write-backup.ts";

const progressEveryMs = 2_000;

/** Writes a backup that was begun, verifies it, and deletes the ones beyond those that are kept. */
export const runBackup = defineJob({
  name: "run-backup",
  payload: z.object({ id: z.uuid() }),
  retry: retryPolicies.job,
  batchSize: 1,
  run: async ([payload], context) => {
    const backup = payload && (await findBackup(context.database.db, payload.id));
    const settings = await readBackupSettings(context.database.db);
    if (backup?.state !== "running" || !settings) return;
    // A connection of its own: a dump takes longer than any statement of the pool may.
    const connection = { ...context.database.connection, query_timeout: 0 };
    await using resources = new AsyncDisposableStack();
    const open = async (): Promise<pg.Client> => {
      const client = new pg.Client(connection);
      client.on("error", () => {});
      await client.connect();
      resources.defer(() => client.end().catch(() => {}));
      return client;
    };
    const holder = await open();
    // Kept by the session: a process that is suspended still holds it, and one that died does not.
    const { rows } = await holder.query<{ held: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('faro backup running', 0)) AS held",
    );
    if (!rows[0]?.held) throw new Error("Another process still works on this backup");
    await workOff(backup, settings, { context, connection, holder, dumper: await open() });
  },
  onDeadLetter: async ({ id }, { tx, touch, clock }) => {
    await endBackup(
      tx,
      id,
      { state: "failed", problem: "interrupted", bytes: 0, rows: 0 },
      new Date(clock.now()),
    );
    touch("backups");
  },
});

type Work = { context: JobContext; connection: pg.ClientConfig; holder: pg.Client; dumper: pg.Client };

const workOff = async (
  backup: StoredBackup,
  settings: StoredBackupSettings,
  { context, connection, holder, dumper }: Work,
): Promise<void> => {
  const { write, log, keyring } = context;
  const ended: EndedBackup = { state: "failed", problem: null, bytes: 0, rows: 0 };
  const report = (stage: BackupStage, bytes: number): Promise<void> =>
    write(system, async ({ tx, touch }) => {
      await saveProgress(tx, backup.id, { stage, bytes });
      touch("backups");
    });
  const reportBytes = throttle(progressEveryMs, (bytes: number) => {
    // The last call comes late, when the backup may be in its next stage.
    if (ended.state === "failed" && ended.problem === null)
      report("writing", bytes).catch((error: unknown) => log.debug({ error }, "progress was not saved"));
  });
  const target = createBackupTarget({ ...settings, target: backup.target }, context);
  try {
    await target.discardUnfinished(backup.name);
    await report("writing", 0);
    const { bytes, counts } = await writeBackup(dumper, keyring, target, backup.name, reportBytes);
    ended.state = "unverified";
    ended.bytes = bytes;
    ended.rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
    await report("verifying", bytes);
    await verifyBackup(target.read(backup.name, bytes), counts, {
      ...{ client: holder, connection, keyring },
      databaseDir: context.backups.isEmbedded ? context.dataDir : undefined,
      createJobTables: context.backups.createJobTables,
    });
    ended.state = "verified";
  } catch (error) {
    const wasWritten = ended.state === "unverified";
    ended.problem = toBackupProblem(error, "database_failed");
    log.error({ error, backupId: backup.id, problem: ended.problem }, "a backup failed or was not verified");
    // A file that cannot be restored is no backup.
    if (wasWritten && (ended.problem === "damaged" || ended.problem === "counts_differ")) {
      ended.state = "failed";
      await target.remove(backup.name).catch(() => {});
    }
  }
  await write(system, async ({ tx, touch, audit, clock }) => {
    await endBackup(tx, backup.id, ended, new Date(clock.now()));
    if (ended.state !== "failed")
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "backups",
        details: { kind: "backup_written", path: backup.name, encrypted: true },
        metadata: { id: backup.id, ...ended },
      });
    touch("backups");
  });
  if (ended.state !== "failed") await deleteOld(backup, settings, target, context);
};

const deleteOld = async (
  { target: kind }: StoredBackup,
  { keep }: StoredBackupSettings,
  target: BackupTarget,
  { database, write, log }: JobContext,
): Promise<void> => {
  for (const old of backupsToDelete(await listStoredBackups(database.db, kind), keep)) {
    try {
      await target.remove(old.name);
      await write(system, async ({ tx, touch, clock }) => {
        await markDeleted(tx, [old.id], new Date(clock.now()));
        touch("backups");
      });
    } catch (error) {
      // It is deleted after the next backup.
      log.warn({ error, backupId: old.id }, "an old backup was not deleted");
    }
  }
};
