import { and, eq } from "drizzle-orm";
import type pg from "pg";
import type { Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";

const flagKey = { category: "workspace", key: "demo" };

/**
 * True while the sample data is there. After it was cleared the mark stays, as false: a workspace that left the
 * demo never gets it again.
 */
export const setDemoFlag = async (tx: Tx, value: boolean): Promise<void> => {
  await tx
    .insert(settings)
    .values({ ...flagKey, value, description: "Is this the demo workspace with sample data?" })
    .onConflictDoUpdate({ target: [settings.category, settings.key], set: { value, updatedAt: new Date() } });
};

/** The mark, its row held until the transaction ends; nothing where there never was a demo. */
export const lockDemoFlag = async (tx: Tx): Promise<boolean | undefined> => {
  const [row] = await tx
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.category, flagKey.category), eq(settings.key, flagKey.key)))
    .for("update");
  return row ? row.value === true : undefined;
};

const flagQuery = {
  name: "demo-mark",
  text: "SELECT value FROM settings WHERE category = 'workspace' AND key = 'demo'",
};

export const isDemo = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ value: unknown }>(flagQuery);
  return rows[0]?.value === true;
};
