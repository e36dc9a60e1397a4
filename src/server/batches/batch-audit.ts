import type { AuditDetails } from "#domain/audit/audit-details.ts";
import type { StoredBatch } from "#server/store/batches/batches.ts";

type BatchVerb = "started" | "undo_started" | "paused" | "resumed" | "cancelled";

const things = { bulk: "bulk_change", delete: "bulk_deletion", merge: "merge" } as const;

/** What became of a batch. */
export const batchDetails = (
  verb: BatchVerb,
  { kind, name }: Pick<StoredBatch, "kind" | "name">,
): AuditDetails =>
  kind === "import"
    ? { kind: "thing", verb, thing: "import", name: name ?? "" }
    : { kind: "thing", verb, thing: things[kind] };
