import { batchActor } from "#server/batches/batch-actor.ts";
import type { BatchKindSteps, BatchStep } from "#server/batches/batch-kind.ts";
import { previewRowsUndo, undoRowsPage } from "#server/batches/undo-rows.ts";
import { lockBatch, updateBatch } from "#server/store/batches/batches.ts";
import { freezeSelection, matchingCondition } from "#server/store/batches/bulk-people.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { runBulkPage } from "./run-bulk-page.ts";

const pageSize = 500;

/** Stores who is selected, and begins to change them. */
const read: BatchStep = async ({ write, database }, batch) => {
  const condition = await matchingCondition(database.db, batch);
  return write(batchActor(batch), async ({ tx, touch }) => {
    const current = await lockBatch(tx, batch.id);
    if (current?.state !== "reading") return current;
    const total = condition ? await freezeSelection(tx, current, condition) : (current.total ?? 0);
    touch("batches");
    return updateBatch(tx, batch.id, { state: "running", total });
  });
};

const runPage: BatchStep = async ({ write, database, keyring }, batch) => {
  const condition = await matchingCondition(database.db, batch);
  const hash = await openAddressHash(database.db, keyring);
  return write(batchActor(batch), async (context) => {
    const current = await lockBatch(context.tx, batch.id);
    // Another worker has run the page, or the operator paused it.
    if (current?.state !== "running" || current.afterLine !== batch.afterLine) return current;
    return runBulkPage(context, current, { condition, hash, pageSize });
  });
};

/** One change of many people. */
export const bulkKind: BatchKindSteps = {
  kind: "bulk",
  read,
  runPage,
  undoPage: undoRowsPage,
  previewUndo: previewRowsUndo,
};

/** Erasures of many people, which are not undone. */
export const deleteKind: BatchKindSteps = { kind: "delete", read, runPage };
