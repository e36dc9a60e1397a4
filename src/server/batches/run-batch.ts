import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { defineJob } from "#server/jobs/job.ts";
import {
  activeBatchStates,
  findBatch,
  lockBatch,
  readCounts,
  updateBatch,
} from "#server/store/batches/batches.ts";
import type { BatchKindSteps, BatchStep } from "./batch-kind.ts";
import { findBatchKind } from "./batch-kinds.ts";
import { completeImport } from "./import/complete-import.ts";

const stepFor = (steps: BatchKindSteps, state: string): BatchStep | undefined => {
  if (state === "reading") return steps.read;
  if (state === "checking") return steps.check;
  if (state === "running") return steps.runPage;
  return state === "undoing" ? steps.undoPage : undefined;
};

/** Reads, checks, runs or undoes a batch, page by page; a second run goes on where the first one ended. */
export const runBatch = defineJob({
  name: "run-batch",
  payload: z.object({ id: z.uuid() }),
  retry: retryPolicies.job,
  batchSize: 1,
  run: async (payloads, context) => {
    for (const { id } of payloads) {
      let batch = await findBatch(context.database.db, id);
      const steps = batch && findBatchKind(batch.kind);
      while (batch && steps) {
        const step = stepFor(steps, batch.state);
        if (!step) break;
        batch = await step(context, batch);
      }
    }
  },
  onDeadLetter: async ({ id }, { tx, audit, touch, enqueue }) => {
    const batch = await lockBatch(tx, id);
    if (!batch || !activeBatchStates.includes(batch.state)) return;
    const ranTo = batch.state === "running" ? batch.afterLine : readCounts(batch).ranTo;
    await updateBatch(tx, id, {
      state: "failed",
      problem: { code: "stopped" },
      finishedAt: new Date(),
      counts: { ...batch.counts, ...(ranTo === undefined ? {} : { ranTo }) },
    });
    if (batch.kind === "import" && batch.state === "running") completeImport({ enqueue }, id);
    audit({
      eventType: "failed_action",
      entityType: "batch",
      entityId: id,
      details: { kind: "batch_stopped" },
      metadata: { kind: batch.kind, state: batch.state, processed: batch.processed },
      status: "failure",
    });
    touch("batches", "people");
  },
});
