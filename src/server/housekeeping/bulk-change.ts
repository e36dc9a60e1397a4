import * as z from "zod";
import type { BulkChange } from "#domain/bulk-change.ts";
import { isBulkActive } from "#domain/bulk-change.ts";
import { retryPolicies } from "#domain/retry.ts";
import type { Actor } from "#server/audit/entry.ts";
import { completeErasures } from "#server/housekeeping/complete-erasures.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import {
  countSelected,
  findBulkChange,
  lockBulkChange,
  nextSelectedIds,
  restorePage,
  type StoredBulkChange,
  updateBulkChange,
} from "#server/store/people/bulk-changes.ts";
import { erasePeople } from "#server/store/people/erase-people.ts";
import { changePeople } from "#server/store/people/people-changes.ts";

const pageSize = 500;

const describeChange = (change: BulkChange): string => {
  if (change.kind === "delete") return "Deleted";
  if (change.kind === "status") return `Set the stage ${change.status} for`;
  return change.kind === "add_tag"
    ? `Added the tag “${change.tag}” to`
    : `Removed the tag “${change.tag}” from`;
};

const peopleText = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

const actorOf = ({ userId }: StoredBulkChange): Actor => ({ userId, ip: null, userAgent: null });

/** Changes the next page; a page that another worker made meanwhile is left alone. */
const changePage = async (
  { write, database, keyring }: JobContext,
  bulk: StoredBulkChange,
): Promise<StoredBulkChange | undefined> => {
  const ids = await nextSelectedIds(database.pool, bulk, pageSize);
  const hash = await openAddressHash(database.db, keyring);
  return write(actorOf(bulk), async ({ tx, audit, enqueue, touch }) => {
    const current = await lockBulkChange(tx, bulk.id);
    if (current?.state !== "running" || current.afterId !== bulk.afterId) return current;
    const { change } = current;
    const erasure = change.kind === "delete" ? await erasePeople(tx, ids, hash) : undefined;
    const changed =
      change.kind === "delete" ? (erasure?.erased ?? 0) : await changePeople(tx, ids, change, current.id);
    if (changed > 0) {
      if (erasure) enqueue(completeErasures, {});
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: "many",
        description: `${describeChange(change)} ${peopleText(changed)}`,
        metadata: {
          change,
          bulkChange: current.id,
          named: ids.length,
          changed,
          ids,
          ...(erasure ? { erasedEntries: erasure.auditEntries } : {}),
        },
      });
    }
    touch("people", ...(change.kind === "delete" ? (["actions", "calls", "events"] as const) : []));
    return updateBulkChange(tx, current.id, {
      afterId: ids.at(-1) ?? current.afterId,
      processed: current.processed + ids.length,
      changed: current.changed + changed,
      ...(ids.length < pageSize ? { state: "done", finishedAt: new Date() } : {}),
    });
  });
};

const undoPage = ({ write }: JobContext, bulk: StoredBulkChange): Promise<StoredBulkChange | undefined> =>
  write(actorOf(bulk), async ({ tx, audit, touch }) => {
    const current = await lockBulkChange(tx, bulk.id);
    if (current?.state !== "undoing") return current;
    const { processed, restored, lastId } = await restorePage(tx, current, pageSize);
    if (restored > 0) {
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: "many",
        description: `Undid a bulk change of ${peopleText(restored)}`,
        metadata: { change: current.change, bulkChange: current.id, restored, skipped: processed - restored },
      });
    }
    touch("people");
    return updateBulkChange(tx, current.id, {
      afterId: lastId ?? current.afterId,
      processed: current.processed + processed,
      restored: current.restored + restored,
      ...(processed < pageSize ? { state: "undone", finishedAt: new Date() } : {}),
    });
  });

const saveMatched = async (
  { write, database }: JobContext,
  bulk: StoredBulkChange,
): Promise<StoredBulkChange | undefined> => {
  const matched = await countSelected(database.pool, bulk.selection);
  return write(actorOf(bulk), async ({ tx, touch }) => {
    touch("people");
    return updateBulkChange(tx, bulk.id, { matched });
  });
};

/** Makes or undoes one bulk change, page by page; a second run goes on where the first one ended. */
export const runBulkChange = defineJob({
  name: "bulk-change",
  payload: z.object({ id: z.uuid() }),
  retry: retryPolicies.job,
  batchSize: 1,
  run: async (batch, context) => {
    for (const { id } of batch) {
      let bulk = await findBulkChange(context.database.db, id);
      if (bulk?.matched === null) bulk = await saveMatched(context, bulk);
      while (bulk && isBulkActive(bulk.state))
        bulk = bulk.state === "running" ? await changePage(context, bulk) : await undoPage(context, bulk);
    }
  },
});
