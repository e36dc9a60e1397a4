import { sql } from "drizzle-orm";
import type { ReadFailure } from "#domain/ingestion/read-failure.ts";
import { system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { endWithFailure, readingLeaseSeconds } from "#server/pipeline/ingest/reading-lease.ts";
import { extendLease, lockReading, type PullState } from "#server/store/ingestion/pull.ts";
import type { Write } from "#server/store/write.ts";

const pullFailure: ReadFailure = { code: "status", status: 401 };
const pauseAfterFailureMs = 6 * 3_600_000;

/** A reading of an API that its sender refused. */
export const failToRead = async (tx: Tx, write: Write, id: string): Promise<void> => {
  await write(system, async (context) => {
    const { rows } = await tx.execute<{ state: PullState; version: string }>(
      sql`SELECT pull_state AS state, updated_at::text AS version FROM endpoints WHERE id = ${id}`,
    );
    const fence = newId();
    await extendLease(tx, id, { ...rows[0]?.state, lease: { fence } }, readingLeaseSeconds);
    const locked = await lockReading(tx, id, fence);
    if (locked)
      await endWithFailure(context, { id, version: locked.version }, locked, locked.state, {
        reason: pullFailure,
        pauseMs: pauseAfterFailureMs,
        needsOperator: true,
      });
  });
};
