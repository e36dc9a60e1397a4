import type { Backup, BackupOverview, BackupSettingsInput } from "#contract/backups.ts";
import { runBackup } from "#server/backups/run-backup.ts";
import type { Reader } from "#server/db/database.ts";
import {
  lockBackups,
  openSecretKey,
  readBackupSettings,
  type StoredBackupSettings,
  saveBackupSettings,
} from "#server/store/backups/backup-settings.ts";
import {
  findRunningBackup,
  insertBackup,
  listBackups,
  type StoredBackup,
} from "#server/store/backups/backups.ts";
import { maskSecret } from "#server/vault/vault.ts";
import { type Asking, invalidField } from "./field-problems.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { secretDestinationProblem } from "./secret-destination-problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const shown = 50;

const toBackup = ({ createdAt, endedAt, deletedAt, ...backup }: StoredBackup): Backup => ({
  ...backup,
  startedAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  isDeleted: deletedAt !== null,
});

const toSettings = ({
  secretKey,
  secretEnding,
  ...settings
}: StoredBackupSettings): NonNullable<BackupOverview["settings"]> => ({
  ...settings,
  secretKey: secretKey === null ? "" : maskSecret(secretEnding),
});

const present = async (db: Reader, { config, general }: ApiServices): Promise<BackupOverview> => {
  const settings = await readBackupSettings(db);
  return {
    settings: settings ? toSettings(settings) : null,
    folder: config.backupDir,
    timezone: (await general()).timezone,
    backups: (await listBackups(db, shown)).map(toBackup),
  };
};

const requiredOfStore = ["endpoint", "region", "bucket", "accessKeyId"] as const;

/** The secret that is used for a store: a stored one stays with the endpoint for which it was saved. */
const secretFor = (
  { keyring }: ApiServices,
  stored: StoredBackupSettings | undefined,
  { target, endpoint, secretKey }: BackupSettingsInput,
  asking: Asking,
): string | null => {
  if (target === "folder") return null;
  if (secretKey !== undefined) return secretKey;
  if (!stored || stored.secretKey === null) throw invalidField(asking, "secretKey", "required");
  if (stored.endpoint !== endpoint)
    throw secretDestinationProblem(
      [{ name: "secretKey", from: stored.endpoint, to: endpoint }],
      requestLanguage(asking),
    );
  return openSecretKey(keyring, stored);
};

export const backupsHandlers: Handlers["backups"] = {
  get: ({ services }) => present(services.database.db, services),

  save: async ({ input: { body }, caller, actor, request, services }) => {
    const asking = { caller, request };
    if (body.target === "s3")
      for (const field of requiredOfStore)
        if (body[field] === "") throw invalidField(asking, field, "required");
    const { secretKey, ...values } = body;
    return services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockBackups(tx);
      const secret = secretFor(services, before, body, asking);
      await saveBackupSettings(tx, services.keyring, values, secret);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "backups",
        details: { kind: "thing", verb: "changed", thing: "backup_schedule" },
        metadata: {
          before: before ? toSettings(before) : null,
          after: values,
          secretReplaced: secretKey !== undefined,
        },
      });
      touch("backups");
      return present(tx, services);
    });
  },

  start: async ({ actor, services }) =>
    services.write(actor, async ({ tx, audit, touch, enqueue, clock }) => {
      const settings = await lockBackups(tx);
      if (!settings) throw new Problem("not_found");
      if (await findRunningBackup(tx)) throw new Problem("conflict");
      const { target } = settings;
      const backupId = await insertBackup(tx, { trigger: "manual", target, now: clock.now() });
      enqueue(runBackup, { id: backupId });
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "backups",
        details: { kind: "backup_started" },
        metadata: { id: backupId },
      });
      touch("backups");
      return present(tx, services);
    }),
};
