import type { UndoReason } from "#domain/import/plan-undo.ts";
import type { BatchKind } from "#domain/people/batch.ts";
import type { Database } from "#server/db/database.ts";
import type { JobContext } from "#server/jobs/job.ts";
import type { StoredBatch } from "#server/store/batches/batches.ts";

export type UndoPreview = {
  removed: number;
  restored: number;
  kept: number;
  reasons: { reason: UndoReason; count: number }[];
  /** Scaled up from a part of the rows. */
  isEstimate: boolean;
};

/** One step of a batch; returns the batch after it, undefined when it is gone. */
export type BatchStep = (context: JobContext, batch: StoredBatch) => Promise<StoredBatch | undefined>;

/** What the engine needs of a kind of batch. Each step is one page in one transaction, which a second run repeats safely. */
export type BatchKindSteps = {
  kind: BatchKind;
  /** Of the states before the run. */
  read?: BatchStep;
  check?: BatchStep;
  runPage: BatchStep;
  /** Absent for a kind that cannot be undone. */
  undoPage?: BatchStep;
  /** What an undo would do; writes nothing. */
  previewUndo?: (database: Database, batch: StoredBatch) => Promise<UndoPreview>;
};
