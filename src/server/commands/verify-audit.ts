import pg from "pg";
import { headsFile, readHeads } from "#server/audit/anchor.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async ({ config, connection, keyring }) => {
  const pool = new pg.Pool(connection);
  const heads = await readHeads(config.dataDir);
  const verification = await verifyAudit(pool, await keyring(), heads);
  await pool.end();
  if (verification.ok) {
    console.log(
      `The audit chain is intact: ${verification.rows} entries, ${verification.heads} signed heads.`,
    );
    if (verification.heads === 0)
      console.log(
        `There is no signed head in ${headsFile(config.dataDir)}, so removed entries at the end cannot be detected.`,
      );
  } else {
    console.error(`The audit chain is broken at entry ${verification.seq}: ${verification.reason}.`);
    process.exitCode = 1;
  }
});
