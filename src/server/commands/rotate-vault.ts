import pg from "pg";
import { anchorHead } from "#server/audit/anchor.ts";
import { addKeyToFile } from "#server/vault/keyring.ts";
import { rewrapSecrets } from "#server/vault/rotate.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async ({ config, connection, note, ...context }) => {
  const keyring = await context.keyring();
  const pool = new pg.Pool(connection);
  if (config.secretKey === undefined) {
    // First finish an earlier rotation: only then may its old key be dropped.
    await rewrapSecrets(pool, keyring);
    await addKeyToFile(config.dataDir, keyring);
  } else if (keyring.all().length < 2) {
    console.error('Set FARO_SECRET_KEY to "new,old" and run this again; then keep only the new one.');
    process.exitCode = 1;
  }
  await note("The master key was rotated on the command line");
  const changed = await rewrapSecrets(pool, keyring);
  await anchorHead(pool, keyring, config.dataDir);
  await pool.end();
  console.log(`${changed} secrets are now sealed under the master key ${keyring.current().id}.`);
});
