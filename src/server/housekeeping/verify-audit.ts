import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { readHeads } from "#server/audit/anchor.ts";
import { system } from "#server/audit/entry.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import { defineJob } from "#server/jobs/job.ts";

/** Each night; a broken chain is told to everybody, once for each place where it breaks. */
export const verifyAuditNightly = defineJob({
  name: "verify-audit",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 1,
  schedule: "17 6 * * *",
  run: async (_batch, { database, keyring, dataDir, write }) => {
    const verdict = await verifyAudit(database.pool, keyring, await readHeads(dataDir));
    if (verdict.ok) return;
    const { rowCount } = await database.pool.query(
      "SELECT 1 FROM notifications WHERE kind = 'audit_broken' AND params ->> 'seq' = $1",
      [String(verdict.seq)],
    );
    if (rowCount) return;
    await write(system, async ({ tx, touch }) => {
      await tx.insert(notifications).values({
        kind: "audit_broken",
        params: { seq: verdict.seq, reason: verdict.reason },
        link: "/compliance",
      });
      touch("notifications");
    });
  },
});
