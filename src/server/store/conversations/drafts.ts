import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

export type Draft = {
  channel: string | null;
  subject: string | null;
  text: string;
  fileIds: string[];
};

/** Keeps what a user has begun to write to a person. */
export const saveDraft = async (tx: Tx, userId: string, personId: string, draft: Draft): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO drafts (user_id, person_id, channel, subject, text, file_ids)
    VALUES (${userId}, ${personId}, ${draft.channel}, ${draft.subject}, ${draft.text}, ${sql.param(draft.fileIds)}::uuid[])
    ON CONFLICT (user_id, person_id) DO UPDATE SET channel = excluded.channel, subject = excluded.subject,
      text = excluded.text, file_ids = excluded.file_ids, updated_at = now()`);
};

/** Puts a text into a user's draft; what they had begun to write stays above it. */
export const addToDraft = async (
  tx: Tx,
  userId: string,
  personId: string,
  { channel, subject, text }: Omit<Draft, "fileIds">,
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO drafts (user_id, person_id, channel, subject, text)
    VALUES (${userId}, ${personId}, ${channel}, ${subject}, ${text})
    ON CONFLICT (user_id, person_id) DO UPDATE SET channel = coalesce(drafts.channel, excluded.channel),
      subject = coalesce(drafts.subject, excluded.subject),
      text = concat_ws(E'\\n\\n', nullif(drafts.text, ''), excluded.text), updated_at = now()`);
};

/** Whether there was one. */
export const deleteDraft = async (tx: Tx, userId: string, personId: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    DELETE FROM drafts WHERE user_id = ${userId} AND person_id = ${personId}`);
  return rowCount === 1;
};
