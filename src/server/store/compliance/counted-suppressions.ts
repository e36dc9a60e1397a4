import { type SQL, sql } from "drizzle-orm";

/**
 * The rows that decide whether an address has opted out, in place of the table: of what was said to a simulator outside
 * the demo, an opt-out counts and an opt-in does not.
 */
export const countedSuppressions: SQL = sql`(SELECT * FROM suppressions WHERE NOT (simulated AND state = 'released'))`;
