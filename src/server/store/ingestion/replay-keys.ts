import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

/** As long as the vendors repeat a delivery that was not answered; Meta, the most patient one, repeats for a week. */
const replayKeyDays = 7;

export const deleteExpiredReplayKeys = async (tx: Tx): Promise<void> => {
  await tx.execute(
    sql`DELETE FROM replay_keys WHERE created_at < now() - make_interval(days => ${replayKeyDays})`,
  );
};
