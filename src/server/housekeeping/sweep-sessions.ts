import { lt } from "drizzle-orm";
import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { knownAddressMs } from "#server/auth/known-addresses.ts";
import { failureWindowMs } from "#server/auth/sign-in-throttle.ts";
import { sessions, signInFailures } from "#server/db/schema/access.ts";
import { knownSignInAddresses } from "#server/db/schema/second-factor.ts";
import { defineJob } from "#server/jobs/job.ts";
import { endHooksOfDeadTokens } from "#server/store/webhooks/subscriptions.ts";
import { deleteOldIdempotencyKeys } from "#server/store/workspace/idempotency-keys.ts";
import { deleteEndedInvitations } from "#server/store/workspace/invitations.ts";
import { sweepOAuth } from "#server/store/workspace/oauth-server.ts";
import { endUnseenDevices } from "#server/store/workspace/push-subscriptions.ts";
import { deleteFullBuckets } from "#server/store/workspace/rate-limits.ts";

export const sweepSessions = defineJob({
  name: "sweep-sessions",
  payload: z.object({}),
  retry: retryPolicies.job,
  batchSize: 10,
  schedule: "*/10 * * * *",
  run: async (_batch, { database: { db } }) => {
    const now = Date.now();
    await db.delete(sessions).where(lt(sessions.expire, new Date(now)));
    await db
      .delete(knownSignInAddresses)
      .where(lt(knownSignInAddresses.lastUsedAt, new Date(now - knownAddressMs)));
    await deleteOldIdempotencyKeys(db);
    await deleteEndedInvitations(db);
    await sweepOAuth(db);
    await endHooksOfDeadTokens(db);
    await endUnseenDevices(db, now);
    await deleteFullBuckets(db, now);
    await db.delete(signInFailures).where(lt(signInFailures.failedAt, new Date(now - failureWindowMs)));
  },
});
