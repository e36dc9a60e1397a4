import type { BatchKindSteps } from "#server/batches/batch-kind.ts";
import { previewRowsUndo, undoRowsPage } from "#server/batches/undo-rows.ts";
import { checkImport } from "./check-rows.ts";
import { readImport } from "./read-import.ts";
import { runImport } from "./run-rows.ts";

/** People from a file. */
export const importKind: BatchKindSteps = {
  kind: "import",
  read: readImport,
  check: checkImport,
  runPage: runImport,
  undoPage: undoRowsPage,
  previewUndo: previewRowsUndo,
};
