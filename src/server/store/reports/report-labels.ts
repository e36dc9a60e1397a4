import { sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";

/** Names of the users of a table's rows; one who was deleted has none. */
export const readUserNames = async (db: Reader, ids: readonly string[]): Promise<Map<string, string>> => {
  const named = ids.filter(Boolean);
  if (named.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    SELECT id, name FROM users WHERE id = ANY(${sql.param(named)}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
