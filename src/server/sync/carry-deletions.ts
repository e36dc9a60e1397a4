import { addCarried, isMassDeletion } from "#domain/sync/mass-deletion.ts";
import { system } from "#server/audit/entry.ts";
import type { DeleteRefusal } from "#server/connectors/people/people-vendor.ts";
import { newId } from "#server/db/id.ts";
import { completeErasures } from "#server/housekeeping/complete-erasures.ts";
import { erasePeople } from "#server/store/people/erase-people.ts";
import { insertChanges, type NewSyncChange } from "#server/store/sync/sync-changes.ts";
import { markSyncing, saveSyncProgress } from "#server/store/sync/sync-connections.ts";
import {
  countLinks,
  countMissing,
  lockMissing,
  type MissingLink,
  markGone,
} from "#server/store/sync/sync-links.ts";
import type { WriteContext } from "#server/store/write.ts";
import { lockRun, type SyncRun, SyncStopped } from "./sync-run.ts";

const pageSize = 100;

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

const tooMany = (label: string, missing: number, linked: number) =>
  new SyncStopped("deletions", {
    en: `${missing} of ${linked} linked contacts are no longer in ${label}. Nothing was deleted. Confirm that they were deleted there, or check again`,
    es: `${missing} de ${linked} contactos vinculados ya no están en ${label}. No se eliminó nada. Confirme que se eliminaron allí, o compruébelo de nuevo`,
  });

/**
 * Carries over a page of contacts that the vendor no longer has. More than daily work explains are left until an
 * operator confirms them. False where none are missing.
 */
export const carryMissing = (run: SyncRun): Promise<boolean> =>
  run.job.write(system, async (context) => {
    const { tx } = context;
    const sync = await lockRun(tx, run);
    const { service, label } = run;
    const { confirmedAt = 0 } = sync.deletions;
    const now = run.clock.now();
    const missing = await countMissing(tx, service, new Date(confirmedAt));
    if (missing.all === 0) return false;
    if (missing.unconfirmed > 0) {
      const linked = await countLinks(tx, service);
      if (isMassDeletion(sync.deletions, { missing: missing.unconfirmed, linked }, now))
        throw tooMany(label, missing.unconfirmed, linked);
    }
    await markSyncing(tx, service);
    const links = await lockMissing(tx, service, pageSize);
    await carryPage(context, run, links, sync.onRemoteDelete === "delete");
    const unconfirmed = links.filter(
      ({ personId, missingAt }) => personId !== null && missingAt > confirmedAt,
    );
    await saveSyncProgress(tx, service, { deletions: addCarried(sync.deletions, unconfirmed.length, now) });
    return true;
  });

/** Their people are kept, or erased where the operator chose so. */
const carryPage = async (
  { tx, audit, enqueue, touch }: WriteContext,
  { service, label, hash }: SyncRun,
  links: readonly MissingLink[],
  isCarried: boolean,
): Promise<void> => {
  const personIds = links.flatMap(({ personId }) => personId ?? []);
  const isErased = isCarried && personIds.length > 0;
  if (isErased) {
    const { erased, auditEntries } = await erasePeople(tx, personIds, hash);
    audit({
      eventType: "data_change",
      entityType: "sync",
      entityId: service,
      details: { kind: "sync_deleted_people", name: label, count: erased },
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
};

/** Contacts of people who were deleted here: they are kept, or deleted where the operator chose so. */
export const carryLocalDeletions = async (run: SyncRun, remoteIds: readonly string[]): Promise<void> => {
  const { job, service, session, redact, language } = run;
  if (remoteIds.length === 0) return;
  const isCarried = await job.write(
    system,
    async ({ tx }) => (await lockRun(tx, run)).onLocalDelete === "delete",
  );
  const refusals: DeleteRefusal[] = isCarried
    ? await session.run(session.vendor.deletePeople, { ids: [...remoteIds] })
    : [];
  const refused = new Map(refusals.map(({ id, message }) => [id, redact(message)[language]]));
  await job.write(system, async ({ tx, touch }) => {
    await lockRun(tx, run);
    // A refused deletion is not tried again: the contact stays, and the log says why.
    await markGone(tx, service, remoteIds);
    await insertChanges(
      tx,
      service,
      remoteIds.map((remoteId): NewSyncChange => {
        const message = refused.get(remoteId);
        if (message !== undefined)
          return { ...deletion("out", remoteId, null, "kept_there"), state: "refused", message };
        return deletion("out", remoteId, null, isCarried ? "deleted_there" : "kept_there");
      }),
    );
    touch("syncs");
  });
};
