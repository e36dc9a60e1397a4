import type { BatchState } from "#domain/people/batch.ts";
import { batchDetails } from "#server/batches/batch-audit.ts";
import { findBatchKind } from "#server/batches/batch-kinds.ts";
import { completeImport } from "#server/batches/import/complete-import.ts";
import { runBatch } from "#server/batches/run-batch.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import {
  activeBatchStates,
  findBatch,
  findPresentedBatch,
  listBatches,
  listBatchRows,
  lockBatch,
  mayUndoBatch,
  readCounts,
  retryFailedRows,
  type StoredBatch,
  updateBatch,
} from "#server/store/batches/batches.ts";
import { deleteFile } from "#server/store/batches/import-files.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { previewSelection, startBulk } from "./start-bulk.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** The batch, locked; a missing one is a 404, another state than the named ones a conflict. */
export const lockBatchIn = async (
  tx: Tx,
  id: string,
  states: readonly BatchState[],
): Promise<StoredBatch> => {
  const batch = await lockBatch(tx, id);
  if (!batch) throw new Problem("not_found");
  if (!states.includes(batch.state)) throw new Problem("conflict");
  return batch;
};

export const presentOr404 = async (db: Reader, id: string) => {
  const batch = await findPresentedBatch(db, id);
  if (!batch) throw new Problem("not_found");
  return batch;
};

const parseCursor = (cursor: string | undefined): { at: Date; id: string } | undefined => {
  const [at, id] = cursor?.split("_") ?? [];
  const time = at ? new Date(at) : undefined;
  const isId = /^[\da-f-]{36}$/i.test(id ?? "");
  if (cursor !== undefined && (!time || Number.isNaN(time.getTime()) || !isId))
    throw new Problem("not_found");
  return time && id ? { at: time, id } : undefined;
};

const beforeRun: readonly BatchState[] = ["uploading", "reading", "mapped", "checking", "checked"];

/** The job writes an audit entry for each page of people that it changes. */
export const batchHandlers: Handlers["batches"] = {
  list: async ({ input: { query }, services: { database } }) => {
    const found = await listBatches(database.db, {
      kind: query.kind,
      before: parseCursor(query.cursor),
      limit: query.limit + 1,
    });
    const batches = found.slice(0, query.limit);
    const last = batches.at(-1);
    const hasMore = found.length > query.limit && last !== undefined;
    return { batches, nextCursor: hasMore ? `${last.createdAt}_${last.id}` : null };
  },

  get: async ({ input: { params }, services: { database } }) => presentOr404(database.db, params.id),

  rows: async ({ input: { params, query }, services: { database } }) => {
    const { after, limit, ...filter } = query;
    await presentOr404(database.db, params.id);
    const found = await listBatchRows(database.db, params.id, filter, after, limit + 1);
    const rows = found.slice(0, limit);
    return { rows, nextAfter: found.length > limit ? (rows.at(-1)?.line ?? null) : null };
  },

  start: async ({ input: { body }, actor, services, caller, request }) => {
    const id = await startBulk(services, actor, body, requestLanguage({ caller, request }));
    return presentOr404(services.database.db, id);
  },

  preview: async ({ input: { body }, services, caller, request }) =>
    previewSelection(services, body, caller.user.id, requestLanguage({ caller, request })),

  undo: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async ({ tx, enqueue, audit, touch }) => {
      const batch = await lockBatch(tx, params.id);
      if (!batch) throw new Problem("not_found");
      if (!mayUndoBatch(batch) || !findBatchKind(batch.kind)?.undoPage) throw new Problem("conflict");
      const { ranTo = 0, undone } = readCounts(batch);
      const { failed: _, ...settled } = undone ?? {};
      await retryFailedRows(tx, batch.id);
      await updateBatch(tx, batch.id, {
        state: "undoing",
        afterLine: ranTo + 1,
        processed: 0,
        problem: null,
        undoneAt: null,
        userId: actor.userId,
        // An undo that failed goes on: rows that it has taken back are left out.
        counts: { ...batch.counts, undone: settled },
      });
      enqueue(runBatch, { id: batch.id });
      audit({
        eventType: "data_change",
        entityType: "batch",
        entityId: batch.id,
        details: batchDetails("undo_started", batch),
      });
      touch("batches");
      return presentOr404(tx, batch.id);
    }),

  undoPreview: async ({ input: { params }, services: { database } }) => {
    const batch = await findBatch(database.db, params.id);
    const steps = batch && findBatchKind(batch.kind);
    if (!batch || !steps) throw new Problem("not_found");
    if (!mayUndoBatch(batch) || !steps.previewUndo)
      return { removed: 0, restored: 0, kept: 0, reasons: [], isEstimate: false };
    return steps.previewUndo(database, batch);
  },

  pause: async ({ input: { params, body }, actor, services: { write } }) =>
    write(actor, async ({ tx, enqueue, audit, touch }) => {
      const batch = await lockBatchIn(tx, params.id, body.paused ? ["running"] : ["paused", "failed"]);
      // A batch that failed while it ran goes on at its next page.
      const isRun =
        batch.startedAt !== null && batch.sweptAt === null && readCounts(batch).undone === undefined;
      if (!isRun) throw new Problem("conflict");
      // Without a total, the selection of a bulk change is not stored yet.
      const next = batch.total === null ? "reading" : "running";
      await updateBatch(tx, batch.id, {
        state: body.paused ? "paused" : next,
        problem: null,
        finishedAt: null,
      });
      if (!body.paused) enqueue(runBatch, { id: batch.id });
      audit({
        eventType: "data_change",
        entityType: "batch",
        entityId: batch.id,
        details: batchDetails(body.paused ? "paused" : "resumed", batch),
      });
      touch("batches");
      return presentOr404(tx, batch.id);
    }),

  cancel: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch, enqueue }) => {
      const batch = await lockBatchIn(tx, params.id, [
        ...beforeRun,
        "paused",
        ...activeBatchStates.filter((state) => state === "running"),
      ]);
      await updateBatch(tx, batch.id, { state: "cancelled", finishedAt: new Date() });
      await deleteFile(tx, batch.id);
      if (batch.kind === "import" && batch.startedAt !== null) completeImport({ enqueue }, batch.id);
      audit({
        eventType: "data_change",
        entityType: "batch",
        entityId: batch.id,
        details: batchDetails("cancelled", batch),
        metadata: { processed: batch.processed },
      });
      touch("batches", "people");
      return presentOr404(tx, batch.id);
    }),
};
