import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { SavedReply } from "#contract/saved-replies.ts";
import type { Language } from "#domain/language.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { savedReplies } from "#server/db/schema/conversations.ts";

export type SavedReplyInput = { name: string; language: Language; text: string };

const toSavedReply = ({
  id,
  name,
  language,
  text,
  updatedAt,
}: typeof savedReplies.$inferSelect): SavedReply => ({
  id,
  name,
  language: language as Language,
  text,
  updatedAt: updatedAt.toISOString(),
});

export const listSavedReplies = async (db: Reader): Promise<SavedReply[]> =>
  (
    await db
      .select()
      .from(savedReplies)
      .orderBy(asc(sql`lower(${savedReplies.name})`), asc(savedReplies.language))
  ).map(toSavedReply);

/** Undefined when the name is taken in this language. */
export const insertSavedReply = async (
  tx: Tx,
  input: SavedReplyInput,
  createdBy: string,
): Promise<SavedReply | undefined> => {
  const [row] = await tx
    .insert(savedReplies)
    .values({ ...input, createdBy })
    .onConflictDoNothing()
    .returning();
  return row && toSavedReply(row);
};

/** The reply, whose row stays locked until the transaction ends. */
export const lockSavedReply = async (tx: Tx, id: string): Promise<SavedReply | undefined> => {
  const [row] = await tx.select().from(savedReplies).where(eq(savedReplies.id, id)).for("update");
  return row && toSavedReply(row);
};

const nextUpdatedAt = sql`greatest(date_trunc('milliseconds', clock_timestamp()), saved_replies.updated_at + interval '1 millisecond')`;

export const updateSavedReply = async (
  tx: Tx,
  id: string,
  change: Partial<SavedReplyInput>,
): Promise<SavedReply | undefined> => {
  const [row] = await tx
    .update(savedReplies)
    .set({ ...change, updatedAt: nextUpdatedAt })
    .where(eq(savedReplies.id, id))
    .returning();
  return row && toSavedReply(row);
};

export const deleteSavedReply = (tx: Tx, id: string) =>
  tx.delete(savedReplies).where(eq(savedReplies.id, id));

/** Whether another reply has this name in this language. */
export const isReplyNameUsed = async (
  tx: Tx,
  { name, language }: Pick<SavedReplyInput, "name" | "language">,
  exceptId: string,
): Promise<boolean> => {
  const [row] = await tx
    .select({ id: savedReplies.id })
    .from(savedReplies)
    .where(
      and(
        eq(sql`lower(${savedReplies.name})`, sql`lower(${name})`),
        eq(savedReplies.language, language),
        ne(savedReplies.id, exceptId),
      ),
    )
    .limit(1);
  return row !== undefined;
};
