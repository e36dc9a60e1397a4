import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

const openMessages = 14;

export const insertDemoMessages = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`SELECT derive_messages()`);
};

/** The last few messages of people wait for an answer; the other conversations are over. */
export const insertDemoThreads = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    SELECT derive_threads((SELECT at FROM messages WHERE direction = 'in' ORDER BY at DESC OFFSET ${openMessages} LIMIT 1))`);
};
