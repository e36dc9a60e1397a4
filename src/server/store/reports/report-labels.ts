import { type SQL, sql } from "drizzle-orm";
import type { RowKind } from "#domain/figures/tables.ts";
import type { Reader } from "#server/db/database.ts";
import { userNameSql } from "#server/store/conversations/user-name.ts";

/** How rows are named that only the database knows: by id, or by the name that templates have for machines. */
const labelQueries: Partial<Record<RowKind, (keys: SQL) => SQL>> = {
  user: (keys) =>
    sql`SELECT u.id::text AS key, ${userNameSql("u")} AS label FROM users u WHERE u.id::text = ANY(${keys})`,
  rule: (keys) => sql`SELECT r.id::text AS key, r.name AS label FROM rules r WHERE r.id::text = ANY(${keys})`,
  template: (keys) => sql`
    SELECT t.name AS key, max(t.title) AS label FROM message_templates t
     WHERE t.name = ANY(${keys}) AND t.title IS NOT NULL GROUP BY 1`,
};

/** Labels of the keys of a table's rows; what was deleted has none. */
export const readRowLabels = async (
  db: Reader,
  kind: RowKind,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const named = keys.filter(Boolean);
  const query = labelQueries[kind];
  if (query === undefined || named.length === 0) return new Map();
  const { rows } = await db.execute<{ key: string; label: string }>(query(sql`${sql.param(named)}::text[]`));
  return new Map(rows.map(({ key, label }) => [key, label]));
};
