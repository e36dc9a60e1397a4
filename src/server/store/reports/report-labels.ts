import { sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";
import { userNameSql } from "#server/store/conversations/user-name.ts";

/** Names of the users of a table's rows; one who was deleted has none. */
export const readUserNames = async (db: Reader, ids: readonly string[]): Promise<Map<string, string>> => {
  const named = ids.filter(Boolean);
  if (named.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    SELECT u.id, ${userNameSql("u")} AS name FROM users u WHERE u.id = ANY(${sql.param(named)}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
