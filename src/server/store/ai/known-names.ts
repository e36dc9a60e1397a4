import { sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";

/** More colleagues than any workspace has, and few enough to look for in every text. */
const maxUsers = 1000;

/** Names that are replaced in texts for AI vendors: those of the users and of the person whom the text is about. */
export const readKnownNames = async (db: Reader, personId: string | null): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT concat_ws(' ', first_name, last_name) AS name
      FROM (SELECT first_name, last_name FROM people WHERE id = ${personId}::uuid
            UNION ALL (SELECT first_name, last_name FROM users ORDER BY created_at LIMIT ${maxUsers})) known
     WHERE coalesce(first_name, last_name, '') <> ''`);
  return rows.map(({ name }) => name);
};
