import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { backupSettings } from "#server/db/schema/backups.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { lastFourCharacters, seal, unseal } from "#server/vault/vault.ts";

/** The schedule as it is stored, with its secret sealed. */
export type StoredBackupSettings = typeof backupSettings.$inferSelect;
export type SavedBackupSettings = Pick<
  StoredBackupSettings,
  "enabled" | "hour" | "keep" | "target" | "endpoint" | "region" | "bucket" | "prefix" | "accessKeyId"
>;

export const readBackupSettings = async (db: Reader): Promise<StoredBackupSettings | undefined> =>
  (await db.select().from(backupSettings))[0];

/** No other transaction saves the schedule or begins a backup until this one ends. */
export const lockBackups = async (tx: Tx): Promise<StoredBackupSettings | undefined> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('faro backups', 0))`);
  return readBackupSettings(tx);
};

const secretLocation = (row: string) => ({ table: "backup_settings", row, field: "secret_key" });

/** Only for requests to the store. */
export const openSecretKey = (
  keyring: Keyring,
  { id, secretKey }: Pick<StoredBackupSettings, "id" | "secretKey">,
): string => (secretKey === null ? "" : unseal(keyring, secretKey, secretLocation(id)));

export const saveBackupSettings = async (
  tx: Tx,
  keyring: Keyring,
  values: SavedBackupSettings,
  secret: string | null,
): Promise<void> => {
  // A new row each time, because a sealed value is bound to its row's id.
  await tx.delete(backupSettings);
  const id = newId();
  await tx.insert(backupSettings).values({
    ...values,
    id,
    secretKey: secret === null ? null : seal(keyring, secret, secretLocation(id)),
    secretEnding: secret === null ? "" : lastFourCharacters(secret),
  });
};
