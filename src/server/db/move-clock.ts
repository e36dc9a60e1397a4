import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";

/** Sets the time that now() and clock_timestamp() return until the end of the transaction, or until it is moved again. */
export const moveClock = async (tx: Tx, at: number): Promise<void> => {
  await tx.execute(sql`
    SELECT set_config('search_path', 'public, pg_catalog', true), set_config('faro.now', ${new Date(at).toISOString()}, true)`);
};
