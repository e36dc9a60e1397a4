import { sql } from "drizzle-orm";
import type { Batch } from "#contract/batches.ts";
import type { Actor } from "#server/audit/entry.ts";
import { runBatch } from "#server/batches/run-batch.ts";
import type { Database } from "#server/db/database.ts";
import { findPresentedBatch, insertBatch } from "#server/store/batches/batches.ts";
import type { Write } from "#server/store/write.ts";
import { Problem } from "./problem.ts";

type RequestedPair = { survivorId: string; otherId: string; picks: Record<string, "survivor" | "other"> };

/** Starts a batch that merges the pairs in their order. */
export const startMerge = async (
  { database, write }: { database: Database; write: Write },
  actor: Actor,
  pairs: RequestedPair[],
): Promise<Batch> => {
  const ids = [...new Set(pairs.flatMap(({ survivorId, otherId }) => [survivorId, otherId]))];
  const id = await write(actor, async ({ tx, audit, enqueue, touch }) => {
    const { rows } = await tx.execute(sql`SELECT FROM people WHERE id = ANY(${sql.param(ids)}::uuid[])`);
    if (rows.length < ids.length || pairs.some(({ survivorId, otherId }) => survivorId === otherId))
      throw new Problem("conflict");
    const batch = await insertBatch(tx, {
      kind: "merge",
      state: "running",
      userId: actor.userId,
      total: pairs.length,
      startedAt: new Date(),
    });
    await tx.execute(sql`
      INSERT INTO batch_rows (batch_id, line, person_id, before)
      SELECT ${batch.id}::uuid, (pair ->> 'line')::int, (pair ->> 'survivorId')::uuid, pair - 'line'
        FROM jsonb_array_elements(${JSON.stringify(pairs.map((pair, index) => ({ ...pair, line: index + 1 })))}::jsonb) AS pair`);
    audit({
      eventType: "data_change",
      entityType: "batch",
      entityId: batch.id,
      details: { kind: "thing", verb: "started", thing: "merge" },
      metadata: { pairs },
    });
    enqueue(runBatch, { id: batch.id });
    touch("batches");
    return batch.id;
  });
  const started = await findPresentedBatch(database.db, id);
  if (!started) throw new Problem("internal");
  return started;
};
