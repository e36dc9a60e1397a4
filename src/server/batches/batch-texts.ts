import type { StoredBatch } from "#server/store/batches/batches.ts";

export const peopleText = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

type BatchVerb = "Started" | "Started to undo" | "Paused" | "Continued" | "Cancelled";

/** What became of a batch, as a sentence of the audit log. */
export const batchText = (verb: BatchVerb, { kind, name }: Pick<StoredBatch, "kind" | "name">): string => {
  if (kind === "import") return `${verb} the import of ${name}`;
  if (kind === "merge") return `${verb} a merge of people`;
  return `${verb} ${kind === "bulk" ? "a bulk change" : "a deletion"} of people`;
};
