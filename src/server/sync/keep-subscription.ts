import { randomBytes } from "node:crypto";
import { system } from "#server/audit/entry.ts";
import type { Subscribed } from "#server/connectors/people/people-vendor.ts";
import type { SyncSubscription } from "#server/db/schema/sync.ts";
import { saveHookSecret } from "#server/store/integrations/hook-secrets.ts";
import { type StoredSync, saveSyncProgress } from "#server/store/sync/sync-connections.ts";
import { queueRemoteIds } from "#server/store/sync/sync-queue.ts";
import { lockRun, type SyncRun } from "./sync-run.ts";
import { SyncFailure } from "./vendor-session.ts";

/** Reports only make changes come sooner, so a vendor that refuses them is asked again now and then. */
const retryMs = 3_600_000;

/** Asks the vendor for its reports, or renews them, when half of their time is over. */
export const keepSubscription = async (run: SyncRun, sync: StoredSync): Promise<void> => {
  const { session, job, service } = run;
  const operations = session.vendor.webhook?.subscription;
  const { subscription } = sync;
  const now = Date.now();
  if (!operations || !subscription || now < subscription.renewAt) return;
  const { url, id } = subscription;
  const token = randomBytes(24).toString("base64url");
  // Before the vendor has it: a report may come before its answer.
  await job.write(system, async ({ tx }) => {
    await lockRun(tx, run);
    await saveHookSecret(tx, job.keyring, service, "token", token);
  });
  let subscribed: Subscribed | undefined;
  let isLost = false;
  try {
    subscribed =
      id === null
        ? await session.run(operations.subscribe, { url, token })
        : await session.run(operations.renew, { id, url, token });
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    isLost = error.error.kind === "invalid" || error.error.kind === "auth";
    job.log.warn({ service, reason: run.redact(error.error.message).en }, "a vendor does not report changes");
  }
  await job.write(system, async ({ tx, touch }) => {
    await lockRun(tx, run);
    if (subscribed?.secret) await saveHookSecret(tx, job.keyring, service, "secret", subscribed.secret);
    const next = subscribed
      ? renewed(subscription, subscribed, now)
      : { ...subscription, ...(isLost ? notSubscribed : {}), renewAt: now + retryMs };
    await saveSyncProgress(tx, service, { subscription: next });
    touch("syncs");
  });
};

/** One that cannot be renewed is asked for anew. */
const notSubscribed = { id: null, expiresAt: null, cursor: null };

const renewed = (before: SyncSubscription, { id, expiresAt }: Subscribed, now: number): SyncSubscription => ({
  url: before.url,
  id,
  expiresAt,
  renewAt: now + (expiresAt - now) / 2,
  cursor: id === before.id ? before.cursor : null,
});

/** Queues the contacts that the vendor's list of reports names, where the vendor said that there are new ones. */
export const readReports = async (run: SyncRun, sync: StoredSync): Promise<void> => {
  const { session, job, service } = run;
  const operation = session.vendor.webhook?.subscription?.readReports;
  const { subscription } = sync;
  if (!operation || !subscription?.id || !subscription.hasReports) return;
  const { hasReports, ...known } = subscription;
  // First, so that a report that comes meanwhile is not forgotten.
  await job.write(system, async ({ tx }) => {
    await lockRun(tx, run);
    await saveSyncProgress(tx, service, { subscription: known });
  });
  try {
    for (let { cursor } = subscription, hasMore = true; hasMore; ) {
      const page = await session.run(operation, { id: subscription.id, cursor });
      ({ cursor, hasMore } = page);
      await job.write(system, async ({ tx }) => {
        const { subscription: locked } = await lockRun(tx, run);
        await queueRemoteIds(tx, service, [...new Set(page.ids)]);
        if (locked) await saveSyncProgress(tx, service, { subscription: { ...locked, cursor } });
      });
    }
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    job.log.warn(
      { service, reason: run.redact(error.error.message).en },
      "reports of a vendor were not read",
    );
  }
};
