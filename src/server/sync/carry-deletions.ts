import { system } from "#server/audit/entry.ts";
import { newId } from "#server/db/id.ts";
import { completeErasures } from "#server/housekeeping/complete-erasures.ts";
import { erasePeople } from "#server/store/people/erase-people.ts";
import { insertChanges, type NewSyncChange } from "#server/store/sync/sync-changes.ts";
import { lockSync, markSyncing } from "#server/store/sync/sync-connections.ts";
import { findLinks, markGone } from "#server/store/sync/sync-links.ts";
import { type SyncRun, SyncTaken } from "./sync-run.ts";

const deletion = (
  way: "in" | "out",
  remoteId: string,
  personId: string | null,
  effect: string,
): NewSyncChange => ({
  id: newId(),
  personId,
  remoteId,
  way,
  kind: "deleted",
  state: "done",
  before: {},
  after: {},
  reasons: { contact: effect },
  conflicts: {},
  problems: [],
  message: null,
});

/** Contacts that the vendor no longer has: their people are kept, or erased where the operator chose so. */
export const carryRemoteDeletions = async (run: SyncRun, remoteIds: readonly string[]): Promise<void> => {
  if (remoteIds.length === 0) return;
  const { job, service, fence, label, hash } = run;
  await job.write(system, async ({ tx, audit, enqueue, touch }) => {
    const sync = await lockSync(tx, service, fence);
    if (sync?.state !== "running") throw new SyncTaken();
    await markSyncing(tx, service);
    const links = (await findLinks(tx, service, { remoteIds, personIds: [] })).filter(
      ({ isGone }) => !isGone,
    );
    if (links.length === 0) return;
    const personIds = links.flatMap(({ personId }) => personId ?? []);
    const isErased = sync.onRemoteDelete === "delete" && personIds.length > 0;
    if (isErased) {
      const { erased, auditEntries } = await erasePeople(tx, personIds, hash);
      audit({
        eventType: "data_change",
        entityType: "sync",
        entityId: service,
        description: `Deleted ${erased} people whose contacts were deleted in ${label}`,
        metadata: { erasedEntries: auditEntries },
      });
      enqueue(completeErasures, {});
      touch("people", "actions", "calls");
    }
    await markGone(
      tx,
      service,
      links.map(({ remoteId }) => remoteId),
    );
    await insertChanges(
      tx,
      service,
      links.map(({ remoteId, personId }) =>
        deletion("in", remoteId, isErased ? null : personId, isErased ? "erased_here" : "kept_here"),
      ),
    );
    touch("syncs");
  });
};

/** Contacts of people who were deleted here: they are kept, or deleted where the operator chose so. */
export const carryLocalDeletions = async (run: SyncRun, remoteIds: readonly string[]): Promise<void> => {
  const { job, service, fence, session } = run;
  if (remoteIds.length === 0) return;
  const isCarried = await job.write(system, async ({ tx }) => {
    const sync = await lockSync(tx, service, fence);
    if (sync?.state !== "running") throw new SyncTaken();
    return sync.onLocalDelete === "delete";
  });
  if (isCarried) await session.run(session.vendor.deletePeople, { ids: [...remoteIds] });
  await job.write(system, async ({ tx, touch }) => {
    if (!(await lockSync(tx, service, fence))) throw new SyncTaken();
    await markGone(tx, service, remoteIds);
    await insertChanges(
      tx,
      service,
      remoteIds.map((remoteId) =>
        deletion("out", remoteId, null, isCarried ? "deleted_there" : "kept_there"),
      ),
    );
    touch("syncs");
  });
};
