import { sql } from "drizzle-orm";
import type { MergePicks } from "#domain/people/merge-people.ts";
import { batchActor } from "#server/batches/batch-actor.ts";
import type { BatchKindSteps, BatchStep } from "#server/batches/batch-kind.ts";
import type { Tx } from "#server/db/database.ts";
import { rescorePeopleNow } from "#server/learning/rescore-people.ts";
import { readScorer } from "#server/store/ai/score-models.ts";
import { lockBatch, readCounts, updateBatch } from "#server/store/batches/batches.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { type MergeOutcome, mergePair } from "#server/store/people/merge.ts";
import { lockForMerge } from "#server/store/people/merge-snapshot.ts";
import { undoMerge } from "#server/store/people/undo-merge.ts";

/** Few, because each merge holds the locks of two people with all that is theirs. */
const pageSize = 20;

export type MergeRow = { line: number; survivorId: string; otherId: string; picks: MergePicks };

const readRows = async (tx: Tx, batchId: string, afterLine: number): Promise<MergeRow[]> => {
  const { rows } = await tx.execute<{ line: number; before: Omit<MergeRow, "line"> }>(sql`
    SELECT line, before FROM batch_rows WHERE batch_id = ${batchId} AND line > ${afterLine} ORDER BY line LIMIT ${pageSize}`);
  return rows.map(({ line, before }) => ({ line, ...before }));
};

const saveRow = (tx: Tx, batchId: string, line: number, outcome: MergeOutcome) =>
  tx.execute(sql`
    UPDATE batch_rows SET verdict = ${outcome.ok ? "merged" : "refused"},
           problems = ${outcome.ok ? null : JSON.stringify([outcome.reason])}::jsonb
     WHERE batch_id = ${batchId} AND line = ${line}`);

const runPage: BatchStep = async ({ write, database, keyring }, batch) => {
  const scorer = await readScorer(database.db);
  const hash = await openAddressHash(database.db, keyring);
  return write(batchActor(batch), async (context) => {
    const { tx, audit, touch } = context;
    const current = await lockBatch(tx, batch.id);
    if (current?.state !== "running" || current.afterLine !== batch.afterLine) return current;
    const rows = await readRows(tx, batch.id, current.afterLine);
    // All of a page at once: locks that are taken pair by pair would be in no order.
    await lockForMerge(tx, [...new Set(rows.flatMap(({ survivorId, otherId }) => [survivorId, otherId]))]);
    const merged: MergeRow[] = [];
    for (const row of rows) {
      const outcome = await mergePair(context, { ...row, batchId: batch.id, userId: batch.userId }, hash);
      await saveRow(tx, batch.id, row.line, outcome);
      if (outcome.ok) merged.push(row);
    }
    // The joined history is scored anew; a merge fires no rules.
    await rescorePeopleNow(tx, scorer, [...new Set(merged.map(({ survivorId }) => survivorId))]);
    for (const { survivorId, otherId, picks } of merged)
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: survivorId,
        details: { kind: "people_merged" },
        metadata: { mergedId: otherId, picks, batch: batch.id },
      });
    touch("people", "batches", "threads", "actions", "calls", "events");
    const isLast = rows.length < pageSize;
    const afterLine = rows.at(-1)?.line ?? current.afterLine;
    const counts = readCounts(current);
    return updateBatch(tx, batch.id, {
      afterLine,
      processed: current.processed + rows.length,
      counts: {
        ...current.counts,
        merged: (counts.merged ?? 0) + merged.length,
        refused: (counts.refused ?? 0) + rows.length - merged.length,
        // Known after each page, so that a batch which ends before its last one can be undone.
        ...(merged.length > 0 ? { ranTo: afterLine } : {}),
      },
      ...(isLast ? { state: "done" as const, finishedAt: new Date() } : {}),
    });
  });
};

/** A column as the rows of other batches name it. */
const fieldName = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** From the newest to the oldest, because a later merge of a batch may rest on an earlier one. */
const readUndoable = async (tx: Tx, batchId: string): Promise<MergeRow[]> => {
  const { rows } = await tx.execute<{ line: number; before: Omit<MergeRow, "line"> }>(sql`
    SELECT line, before FROM batch_rows
     WHERE batch_id = ${batchId} AND verdict = 'merged' AND undo IS NULL ORDER BY line DESC LIMIT ${pageSize}`);
  return rows.map(({ line, before }) => ({ line, ...before }));
};

const undoPage: BatchStep = async ({ write, database, keyring }, batch) => {
  const scorer = await readScorer(database.db);
  const hash = await openAddressHash(database.db, keyring);
  return write(batchActor(batch), async (context) => {
    const { tx, audit, touch } = context;
    const current = await lockBatch(tx, batch.id);
    if (current?.state !== "undoing") return current;
    const rows = await readUndoable(tx, batch.id);
    await lockForMerge(tx, [...new Set(rows.map(({ survivorId }) => survivorId))]);
    const undone = { ...readCounts(current).undone };
    for (const { line, survivorId, otherId } of rows) {
      const result = await undoMerge(context, otherId, hash);
      const verdict = result.ok ? "reversed" : result.reason.code === "merged_again" ? "failed" : "kept";
      undone[verdict] = (undone[verdict] ?? 0) + 1;
      const reason = result.ok
        ? result.kept.length === 0
          ? null
          : { code: "fields_kept", fields: result.kept.map(fieldName).join(", ") }
        : result.reason;
      await tx.execute(sql`
        UPDATE batch_rows SET undo = ${verdict}, undo_reason = ${reason === null ? null : JSON.stringify(reason)}::jsonb
         WHERE batch_id = ${batch.id} AND line = ${line}`);
      if (!result.ok) continue;
      await rescorePeopleNow(tx, scorer, [survivorId, otherId]);
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: survivorId,
        details: { kind: "merge_undone" },
        metadata: { mergedId: otherId, kept: result.kept, later: result.later, batch: batch.id },
      });
    }
    touch("people", "batches", "threads", "actions", "calls", "events");
    const isLast = rows.length < pageSize;
    return updateBatch(tx, batch.id, {
      processed: current.processed + rows.length,
      counts: { ...current.counts, undone },
      ...(isLast ? { state: "undone" as const, undoneAt: new Date() } : {}),
    });
  });
};

/** Merges of people in pairs. */
export const mergeKind: BatchKindSteps = {
  kind: "merge",
  runPage,
  undoPage,
  previewUndo: async ({ db }, { id }) => {
    const { rows } = await db.execute<{ restored: number; gone: number; again: number }>(sql`
      SELECT count(*) FILTER (WHERE m.survivor_id = (r.before ->> 'survivorId')::uuid)::int AS restored,
             count(*) FILTER (WHERE m.id IS NULL)::int AS gone,
             count(*) FILTER (WHERE m.survivor_id <> (r.before ->> 'survivorId')::uuid)::int AS again
        FROM batch_rows r LEFT JOIN merged_people m ON m.id = (r.before ->> 'otherId')::uuid
       WHERE r.batch_id = ${id} AND r.verdict = 'merged' AND r.undo IS DISTINCT FROM 'reversed'
         AND r.undo IS DISTINCT FROM 'kept'`);
    const { restored = 0, gone = 0, again = 0 } = rows[0] ?? {};
    const reasons = [
      { reason: { code: "merge_gone" as const }, count: gone },
      { reason: { code: "merged_again" as const }, count: again },
    ];
    return {
      removed: 0,
      restored,
      kept: gone + again,
      reasons: reasons.filter(({ count }) => count > 0),
      isEstimate: false,
    };
  },
};
