import * as z from "zod";
import { isBulkActive } from "#domain/bulk-change.ts";
import { retryPolicies } from "#domain/retry.ts";
import type { Actor } from "#server/audit/entry.ts";
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
import { applyBulkChange, peopleText } from "./apply-bulk-change.ts";

const pageSize = 500;

const actorOf = ({ userId }: StoredBulkChange): Actor => ({ userId, ip: null, userAgent: null });

/** Changes the next page; a page that another worker made meanwhile is left alone. */
const changePage = async (
  { write, database, keyring }: JobContext,
  bulk: StoredBulkChange,
): Promise<StoredBulkChange | undefined> => {
  const ids = await nextSelectedIds(database.pool, bulk, pageSize);
  const hash = await openAddressHash(database.db, keyring);
  return write(actorOf(bulk), async (context) => {
    const { tx, touch } = context;
    const current = await lockBulkChange(tx, bulk.id);
    if (current?.state !== "running" || current.afterId !== bulk.afterId) return current;
    const { change } = current;
    const changed = await applyBulkChange(context, { ids, change, hash, bulkChangeId: current.id });
    touch("people");
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
  onDeadLetter: async ({ id }, { tx, audit, touch }) => {
    const bulk = await lockBulkChange(tx, id);
    if (!bulk || !isBulkActive(bulk.state)) return;
    await updateBulkChange(tx, id, { state: "failed", finishedAt: new Date() });
    const { change, state, processed, changed, restored } = bulk;
    audit({
      eventType: "failed_action",
      entityType: "job",
      entityId: id,
      description:
        state === "running"
          ? `A bulk change stopped after ${peopleText(processed)}`
          : `The undo of a bulk change stopped after ${peopleText(processed)}`,
      metadata: { change, processed, changed, restored },
      status: "failure",
    });
    touch("people");
  },
});
