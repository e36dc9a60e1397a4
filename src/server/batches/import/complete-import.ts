import { findDuplicates } from "#server/housekeeping/find-duplicates.ts";
import type { WriteContext } from "#server/store/write.ts";
import { scoreBatch } from "./score-batch.ts";

/** What follows for the people of an import when it ends, also half-way. */
export const completeImport = ({ enqueue }: Pick<WriteContext, "enqueue">, id: string): void => {
  enqueue(scoreBatch, { id });
  enqueue(findDuplicates, { batch: id });
};
