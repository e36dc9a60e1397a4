import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";
import { hasLevelSql } from "#server/store/workspace/user-level.ts";

export type UserRef = { id: string; name: string };

/** The name of the user with this table alias; null where there is none. */
export const userNameSql = (alias: string): SQL => {
  const user = sql.identifier(alias);
  return sql`coalesce(nullif(concat_ws(' ', ${user}.first_name, ${user}.last_name), ''), ${user}.email)`;
};

/** `{id, name}` of the user with this table alias; null where there is none. */
export const userRefSql = (alias: string): SQL => {
  const user = sql.identifier(alias);
  return sql`CASE WHEN ${user}.id IS NULL THEN NULL
    ELSE jsonb_build_object('id', ${user}.id, 'name', ${userNameSql(alias)}) END`;
};

/** Those of the ids that are active users. */
export const findActiveUsers = async (db: Reader, ids: string[]): Promise<UserRef[]> => {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<UserRef>(sql`
    SELECT u.id, ${userNameSql("u")} AS name FROM users u WHERE u.id = ANY(${sql.param(ids)}::uuid[]) AND u.active`);
  return rows;
};

/** All active users, by name. */
export const listActiveUsers = async (db: Reader): Promise<UserRef[]> =>
  (
    await db.execute<UserRef>(sql`
      SELECT u.id, ${userNameSql("u")} AS name FROM users u WHERE u.active ORDER BY 2, u.id`)
  ).rows;

/** Whether this active user may own conversations and tasks: who may only view can neither answer nor complete them. */
export const mayOwnWork = async (db: Reader, userId: string): Promise<boolean> => {
  const { rows } = await db.execute(
    sql`SELECT FROM users u WHERE u.id = ${userId} AND u.active AND ${hasLevelSql("u", ["inbox", "people"], "work")}`,
  );
  return rows.length > 0;
};
