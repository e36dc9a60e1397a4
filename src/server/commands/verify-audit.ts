import pg from "pg";
import { headsFile, readHeads } from "#server/audit/anchor.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async ({ config, connection, keyring }) => {
  const pool = new pg.Pool(connection);
  const heads = await readHeads(config.dataDir);
  const verdict = await verifyAudit(pool, await keyring(), heads);
  await pool.end();
  if (verdict.ok) {
    console.log(`The audit chain is whole: ${verdict.rows} entries, ${verdict.heads} signed heads.`);
    if (verdict.heads === 0)
      console.log(`No signed head was found in ${headsFile(config.dataDir)}, so a cut end would not show.`);
  } else {
    console.error(`The audit chain is broken at entry ${verdict.seq}: ${verdict.reason}.`);
    process.exitCode = 1;
  }
});
