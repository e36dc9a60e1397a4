import { sql } from "drizzle-orm";
import { formatPhone } from "#domain/phone-format.ts";
import type { Reader } from "#server/db/database.ts";

/** The display name of the person whose table alias is `p`. */
export const personNameSql = sql`coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.email, p.phone)`;

/** The names of people, by their ids, with telephone numbers as they are written. */
export const readPersonNames = async (db: Reader, ids: string[]): Promise<Map<string, string>> => {
  const { rows } = await db.execute<{ id: string; name: string | null }>(sql`
    SELECT p.id, ${personNameSql} AS name FROM people p WHERE p.id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, formatPhone(name ?? "")]));
};

/** Those of the ids that are people. */
export const findPresentPeople = async (db: Reader, ids: string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM people WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id`);
  return rows.map(({ id }) => id);
};
