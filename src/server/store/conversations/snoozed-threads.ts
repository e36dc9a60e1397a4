import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

/** The people whose snoozed threads are due, however long ago, longest first; those that another process has are skipped. */
export const claimDueSnoozes = async (tx: Tx, limit: number): Promise<string[]> => {
  const { rows } = await tx.execute<{ personId: string }>(sql`
    SELECT person_id AS "personId" FROM threads WHERE state = 'snoozed' AND snoozed_until <= now()
     ORDER BY snoozed_until, person_id LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
  return rows.map(({ personId }) => personId);
};
