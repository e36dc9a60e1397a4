import { createReadStream } from "node:fs";
import { access, open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { load } from "#server/db/backup.ts";
import { openDatabase } from "#server/db/database.ts";
import { migrate } from "#server/db/migrate.ts";
import { repeatErasures } from "#server/housekeeping/complete-erasures.ts";
import { createJobTables } from "#server/job-tables.ts";
import { createLog } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { readErasures } from "#server/store/people/erasures-file.ts";
import { createWrite } from "#server/store/write.ts";
import { backupMagicLength, decryptBackup, isEncryptedBackup } from "#server/vault/backup-cipher.ts";
import { hasMasterKey, type Keyring } from "#server/vault/keyring.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async ({ config, connection, keyring: openKeys, recordAudit }) => {
  const path = process.argv[2];
  if (!path) throw new StartError("Name the backup file: npm run restore -- FILE");
  await access(path).catch(() => {
    throw new StartError(`The file ${path} does not exist.`);
  });
  const isEncrypted = isEncryptedBackup(await readStart(path));
  if (isEncrypted && !hasMasterKey(config.dataDir, config.secretKey)) {
    throw new StartError(
      `The backup is encrypted: put the secret.key of the installation that made it into ${config.dataDir}, or set FARO_SECRET_KEY.`,
    );
  }
  const keyring = isEncrypted ? await openKeys() : undefined;
  await createJobTables(connection, createLog("warn"));
  const file = createReadStream(path);
  // Errors reach the reader of the last stream.
  const rows = keyring
    ? pipeline(file, decryptBackup(keyring), createGunzip(), () => {})
    : pipeline(file, createGunzip(), () => {});
  const tables = await load(connection, rows).catch((error: unknown) => {
    const isDamaged = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isDamaged ? new StartError("The backup is damaged or incomplete; nothing was restored.") : error;
  });
  await migrate(connection);
  await recordAudit({ kind: "backup_restored", path });
  const erased = await eraseAgain(connection, config.dataDir, openKeys);
  if (erased > 0) console.log(`Erased ${erased} people again who had been erased after the backup.`);
  console.log(`Restored ${tables} tables from ${path}.`);
});

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(backupMagicLength), 0, backupMagicLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** People who were erased after the backup was made must not come back with it. */
async function eraseAgain(
  connection: Parameters<typeof openDatabase>[0],
  dataDir: string,
  openKeys: () => Promise<Keyring>,
): Promise<number> {
  // A plain backup can be restored without its master key; only erased addresses need it.
  if ((await readErasures(dataDir)).length === 0) return 0;
  const database = openDatabase(connection, (error) => console.error(error.message));
  try {
    const { db } = database;
    const write = createWrite(db, { insert: async () => {} });
    return await repeatErasures({ db, write, hash: await openAddressHash(db, await openKeys()), dataDir });
  } finally {
    await database.close();
  }
}
