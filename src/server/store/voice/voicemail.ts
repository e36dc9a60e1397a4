import { sql } from "drizzle-orm";
import type { Reader } from "#server/db/database.ts";

/** One message a week is left for a person at most. */
export const hasRecentVoicemail = async (
  db: Reader,
  personId: string,
  exceptCall: string,
): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    SELECT 1 FROM calls WHERE person_id = ${personId} AND id <> ${exceptCall} AND end_reason = 'voicemail'
       AND created_at > now() - interval '7 days' LIMIT 1`);
  return rows.length > 0;
};
