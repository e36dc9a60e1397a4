import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

/** Marks threads as read by a user until now, or as unread. */
export const saveThreadReads = async (
  tx: Tx,
  userId: string,
  personIds: string[],
  isRead: boolean,
): Promise<void> => {
  const ids = sql`${sql.param(personIds)}::uuid[]`;
  if (!isRead) {
    await tx.execute(
      sql`DELETE FROM thread_reads WHERE user_id = ${userId}::uuid AND person_id = ANY(${ids})`,
    );
    return;
  }
  // A message may carry a time a little ahead of this transaction's.
  await tx.execute(sql`
    INSERT INTO thread_reads (user_id, person_id, read_at)
    SELECT ${userId}::uuid, t.person_id, greatest(now(), t.last_inbound_at) FROM threads t
     WHERE t.person_id = ANY(${ids}) ORDER BY t.person_id
    ON CONFLICT (user_id, person_id) DO UPDATE SET read_at = excluded.read_at`);
};
