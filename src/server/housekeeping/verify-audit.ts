import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { readHeads } from "#server/audit/anchor.ts";
import { system } from "#server/audit/entry.ts";
import { verifyAudit } from "#server/audit/verify.ts";
import { defineJob } from "#server/jobs/job.ts";
import { saveAuditVerification } from "#server/store/workspace/audit-verification.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";

/** Verifies the chain every night; operators are notified once for each entry at which it is broken. */
export const verifyAuditNightly = defineJob({
  name: "verify-audit",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 1,
  schedule: "17 6 * * *",
  run: async (_batch, { database, keyring, dataDir, write }) => {
    const result = await verifyAudit(database.pool, keyring, await readHeads(dataDir));
    await write(system, ({ tx }) => saveAuditVerification(tx, { at: Date.now(), ok: result.ok }));
    if (result.ok) return;
    const { rowCount } = await database.pool.query(
      "SELECT 1 FROM notifications WHERE kind = 'audit_broken' AND params ->> 'seq' = $1",
      [String(result.seq)],
    );
    if (rowCount) return;
    await write(system, async ({ tx, touch }) => {
      const params = { seq: result.seq, reason: result.reason };
      await addNotifications(tx, [{ kind: "audit_broken", params, link: "/compliance" }]);
      touch("notifications");
    });
  },
});
