import { and, eq, sql } from "drizzle-orm";
import type pg from "pg";
import type { Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";

const flagKey = { category: "workspace", key: "demo" };

/** True while the demo data exists. Clearing sets it to false, so that the demo is never loaded again. */
export const setDemoFlag = async (tx: Tx, value: boolean): Promise<void> => {
  await tx
    .insert(settings)
    .values({ ...flagKey, value, description: "Is this the demo workspace with sample data?" })
    .onConflictDoUpdate({ target: [settings.category, settings.key], set: { value, updatedAt: new Date() } });
};

/** Reads the flag and locks its row. Undefined where the demo was never loaded. */
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

/** Whether the workspace contains anything of its users or vendors; a stored secret is enough. */
export const hasData = async (db: Reader): Promise<boolean> => {
  const tables = [
    ..."people events endpoints rules actions calls scripts knowledge_entries timeline usage notifications quiet_hours".split(
      " ",
    ),
    // One key belongs to Faro itself.
    "api_keys WHERE service <> 'faro'",
    "settings WHERE category = 'workspace' AND key = 'demo'",
    "ai_providers WHERE api_key IS NOT NULL",
  ];
  const condition = tables.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(" OR ");
  const { rows } = await db.execute<{ filled: boolean }>(sql.raw(`SELECT ${condition} AS filled`));
  return rows[0]?.filled !== false;
};
