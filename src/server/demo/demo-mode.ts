import { and, eq, sql } from "drizzle-orm";
import type pg from "pg";
import type { Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";
import { removeDemoTemplates } from "./templates.ts";

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

/**
 * Deletes the demo data and everything that depends on it. Users, sessions, settings, connections and the audit log
 * stay. Returns false without changes when there is no demo: a second click must not delete real data.
 */
export const clearDemo = async (tx: Tx): Promise<boolean> => {
  if (!(await lockDemoFlag(tx))) return false;
  // Listed without CASCADE: a new table that references one of these fails here instead of being emptied.
  await tx.execute(sql`
    TRUNCATE people, bulk_change_rows, bulk_changes, ai_profiles, timeline, actions, calls, events, event_files, blobs, endpoints, rules, scripts,
             notifications, notification_reads, usage, quiet_hours, counters, rule_versions, rule_runs, reaction_queue,
             conversations, reviews`);
  await removeDemoTemplates(tx);
  await tx.execute(sql`DELETE FROM api_keys WHERE service LIKE 'endpoint:%'`);
  await setDemoFlag(tx, false);
  return true;
};

/** Whether the workspace contains anything of its users or vendors; a stored secret is enough. */
export const hasData = async (db: Reader): Promise<boolean> => {
  const tables = [
    ..."people events endpoints rules actions calls scripts timeline usage notifications quiet_hours".split(
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
