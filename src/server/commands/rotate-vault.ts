import pg from "pg";
import { anchorHead } from "#server/audit/anchor.ts";
import { addKeyToFile } from "#server/vault/keyring.ts";
import { rewrapSecrets } from "#server/vault/rotate.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async ({ config, connection, recordAudit, ...context }) => {
  const keyring = await context.keyring();
  const pool = new pg.Pool(connection);
  if (config.secretKey === undefined) {
    // An interrupted earlier rotation must be finished before its old key is dropped.
    await rewrapSecrets(pool, keyring);
    await addKeyToFile(config.dataDir, keyring);
  } else if (keyring.all().length < 2) {
    console.error('Set FARO_SECRET_KEY to "new,old" and run this again; then remove the old key.');
    process.exitCode = 1;
  }
  await recordAudit({ kind: "master_key_rotated" });
  const changed = await rewrapSecrets(pool, keyring);
  await anchorHead(pool, keyring, config.dataDir);
  await pool.end();
  console.log(`Rewrapped ${changed} secrets with the master key ${keyring.current().id}.`);
});
