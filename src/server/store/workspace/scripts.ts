import { asc, eq } from "drizzle-orm";
import type { ScriptInput } from "#domain/voice/script.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { scripts } from "#server/db/schema/voice.ts";

export type Script = typeof scripts.$inferSelect;

export const listScripts = (db: Reader): Promise<Script[]> =>
  db.select().from(scripts).orderBy(asc(scripts.name), asc(scripts.id));

export const insertScript = async (tx: Tx, script: ScriptInput): Promise<Script> => {
  const [created] = await tx.insert(scripts).values(script).returning();
  if (!created) throw new Error("An insert returned no row");
  return created;
};

/** The script, whose row stays locked until the transaction ends. */
export const lockScript = async (tx: Tx, id: string): Promise<Script | undefined> => {
  const [script] = await tx.select().from(scripts).where(eq(scripts.id, id)).for("update");
  return script;
};

export const updateScript = async (
  tx: Tx,
  id: string,
  change: Partial<ScriptInput>,
): Promise<Script | undefined> => {
  const [updated] = await tx
    .update(scripts)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(scripts.id, id))
    .returning();
  return updated;
};

export const deleteScript = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(scripts).where(eq(scripts.id, id));
};
