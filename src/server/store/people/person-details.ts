import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

const columns: Record<string, ReturnType<typeof sql>> = {
  firstName: sql`first_name`,
  lastName: sql`last_name`,
  language: sql`language`,
};

/** Details that people name in a conversation: names and language, and wishes that the profile keeps. */
export const updatePersonDetail = async (
  tx: Tx,
  personId: string,
  field: string,
  value: string,
): Promise<void> => {
  const column = columns[field];
  if (column) {
    await tx.execute(sql`UPDATE people SET ${column} = ${value}, updated_at = now() WHERE id = ${personId}`);
    return;
  }
  await tx.execute(sql`
    INSERT INTO ai_profiles (person_id, preferences) VALUES (${personId}, jsonb_build_object(${field}::text, ${value}::text))
    ON CONFLICT (person_id) DO UPDATE SET
      preferences = coalesce(ai_profiles.preferences, '{}') || excluded.preferences, updated_at = now()`);
};
