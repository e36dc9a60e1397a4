import { sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";

/** The next people by id who were scored with other models than those in use. */
export const findOutdatedProfiles = async (
  db: Reader,
  version: string,
  afterId: string | null,
  limit: number,
): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT person_id AS id FROM ai_profiles
     WHERE model_version IS NOT NULL AND model_version <> ${version}
       AND (${afterId}::uuid IS NULL OR person_id > ${afterId}::uuid)
     ORDER BY person_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};

/** How many people were scored with other models than those in use. */
export const countOutdatedProfiles = async (
  db: Reader,
  version: string,
): Promise<{ outdated: number; total: number }> => {
  const { rows } = await db.execute<{ outdated: number; total: number }>(sql`
    SELECT count(*) FILTER (WHERE model_version <> ${version})::int AS outdated, count(*)::int AS total
      FROM ai_profiles WHERE model_version IS NOT NULL`);
  return rows[0] ?? { outdated: 0, total: 0 };
};
