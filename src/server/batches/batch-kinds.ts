import type { BatchKind } from "#domain/people/batch.ts";
import type { BatchKindSteps } from "./batch-kind.ts";
import { bulkKind, deleteKind } from "./bulk/bulk-kinds.ts";
import { importKind } from "./import/import-kind.ts";
import { mergeKind } from "./merge/merge-kind.ts";

/** Every kind of batch that the engine runs. To add one: a file, and a line here. */
const batchKindList: readonly BatchKindSteps[] = [importKind, bulkKind, deleteKind, mergeKind];

export const findBatchKind = (name: BatchKind): BatchKindSteps | undefined =>
  batchKindList.find(({ kind }) => kind === name);
