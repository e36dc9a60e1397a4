import { and, eq, sql } from "drizzle-orm";
import type pg from "pg";
import type { Reader, Tx } from "#server/db/database.ts";
import { settings } from "#server/db/schema/access.ts";
import { deleteView, findSegmentUses } from "#server/store/people/views.ts";
import { removePersonFields } from "./person-fields.ts";

const flagKey = { category: "workspace", key: "demo" };

/** What the demo has added besides the rows that it remembers one by one. */
export type DemoThings = {
  teams: string[];
  tokens: string[];
  segments?: string[];
  personFields?: string[];
  webhooks?: string[];
  syncs?: string[];
};
const thingsKey = { category: "workspace", key: "demo_things" };

export const rememberDemoThings = async (tx: Tx, value: DemoThings): Promise<void> => {
  await tx.insert(settings).values({ ...thingsKey, value, description: "What the demo workspace has added" });
};

/** Removes teams, tokens, webhooks, syncs, and unused segments and fields of the demo, and the note of them. */
export const removeDemoThings = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.execute<{ value: DemoThings }>(sql`
    DELETE FROM settings WHERE category = ${thingsKey.category} AND key = ${thingsKey.key} RETURNING value`);
  for (const { value } of rows) {
    await tx.execute(sql`DELETE FROM approvals WHERE token_id = ANY(${sql.param(value.tokens)}::uuid[])`);
    await tx.execute(sql`DELETE FROM api_tokens WHERE id = ANY(${sql.param(value.tokens)}::uuid[])`);
    await tx.execute(sql`DELETE FROM teams WHERE id = ANY(${sql.param(value.teams)}::uuid[])`);
    for (const id of value.segments ?? [])
      if ((await findSegmentUses(tx, id, null)).length === 0) await deleteView(tx, id);
    await removePersonFields(tx, value.personFields ?? []);
    await removeWebhooks(tx, value.webhooks ?? []);
    await removeSyncs(tx, value.syncs ?? []);
  }
};

/** True while the demo data exists. Clearing sets it to false, so that the demo is never loaded again. */
export const setDemoFlag = async (tx: Tx, value: boolean): Promise<void> => {
  await tx
    .insert(settings)
    .values({ ...flagKey, value, description: "Is this the demo workspace with sample data?" })
    .onConflictDoUpdate({ target: [settings.category, settings.key], set: { value, updatedAt: new Date() } });
};

const removeWebhooks = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  for (const table of ["webhook_deliveries", "webhook_hours"] as const)
    await tx.execute(sql`
      DELETE FROM ${sql.identifier(table)} WHERE subscription_id = ANY(${sql.param(ids)}::uuid[])`);
  await tx.execute(sql`DELETE FROM webhook_subscriptions WHERE id = ANY(${sql.param(ids)}::uuid[])`);
};

/** One that was begun anew with an account of the users stays. */
const removeSyncs = async (tx: Tx, services: readonly string[]): Promise<void> => {
  const { rows } = await tx.execute<{ service: string }>(sql`
    DELETE FROM sync_connections
     WHERE service = ANY(${sql.param(services)}::text[]) AND coalesce(account ->> 'id', 'sandbox:') LIKE 'sandbox:%'
    RETURNING service`);
  const removed = rows.map(({ service }) => service);
  await tx.execute(sql`DELETE FROM sync_changes WHERE service = ANY(${sql.param(removed)}::text[])`);
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
    ..."people events endpoints rules actions calls scripts knowledge_entries timeline usage notifications quiet_hours person_fields webhook_subscriptions sync_connections".split(
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
