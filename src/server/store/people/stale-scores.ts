import { sql } from "drizzle-orm";
import { timePassedType } from "#domain/scoring/behaviours.ts";
import type { Tx } from "#server/db/database.ts";

/** How much waits to be reacted to, as far as it matters. */
export const waitingHappenings = async (tx: Tx): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT coalesce(sum(jsonb_array_length(what)), 0)::int AS count
      FROM (SELECT what FROM happened LIMIT 20) waiting`);
  return rows[0]?.count ?? 0;
};

/** People whose scores are of yesterday, after the given one: for each of them time has passed. Who was last. */
export const noteTimePassed = async (
  tx: Tx,
  after: string | null,
  most: number,
): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    WITH stale AS (
      SELECT person_id FROM ai_profiles
       WHERE model_version IS NOT NULL AND updated_at < now() - interval '20 hours'
         AND (${after}::uuid IS NULL OR person_id > ${after}::uuid)
       ORDER BY person_id LIMIT ${most}
    ), noted AS (
      INSERT INTO happened (what)
      SELECT jsonb_agg(jsonb_build_object('personId', person_id, 'type', ${timePassedType}::text, 'causedBy', person_id))
        FROM stale HAVING count(*) > 0
    )
    SELECT person_id AS last FROM stale ORDER BY person_id DESC LIMIT 1`);
  return rows[0]?.last ?? undefined;
};
