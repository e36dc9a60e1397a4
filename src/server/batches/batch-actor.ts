import type { Actor } from "#server/audit/entry.ts";
import type { StoredBatch } from "#server/store/batches/batches.ts";

/** A batch is run in the name of the user who started it. */
export const batchActor = ({ userId }: StoredBatch): Actor => ({ userId, ip: null, userAgent: null });
