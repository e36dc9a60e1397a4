import { and, eq, inArray, sql } from "drizzle-orm";
import type { ConnectionSavePlan, SettingValues, StoredConnection } from "#domain/connection.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { apiKeys, connections } from "#server/db/schema/connections.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { lastFourCharacters, maskSecret, seal, unseal } from "#server/vault/vault.ts";

export type MaskedConnectionRow = { service: string; mode: string; settings: SettingValues; updatedAt: Date };

/** As the API shows them, with each secret masked. */
export const listConnections = async (db: Reader): Promise<MaskedConnectionRow[]> => {
  const rows = await db.select().from(connections);
  const keys = await db
    .select({ service: apiKeys.service, keyName: apiKeys.keyName, metadata: apiKeys.metadata })
    .from(apiKeys);
  const byService = Map.groupBy(keys, (key) => key.service);
  return rows.map(({ service, mode, settings, updatedAt }) => {
    const masks = (byService.get(service) ?? []).map((key) => [
      key.keyName,
      maskSecret(key.metadata?.lastFour ?? ""),
    ]);
    return { service, mode, settings: { ...settings, ...Object.fromEntries(masks) }, updatedAt };
  });
};

/** The stored connection, whose row stays locked until the transaction ends. */
export const lockConnection = async (tx: Tx, service: string): Promise<StoredConnection | undefined> => {
  // A row that does not exist yet cannot be locked, so an advisory lock serialises the first saves.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('faro connection ' || ${service}, 0))`);
  const [row] = await tx.select().from(connections).where(eq(connections.service, service)).for("update");
  if (!row) return undefined;
  const keys = await tx.select({ name: apiKeys.keyName }).from(apiKeys).where(eq(apiKeys.service, service));
  return { settings: row.settings, secrets: keys.map((key) => key.name) };
};

export const readConnection = async (db: Reader, service: string): Promise<StoredConnection | undefined> => {
  const [row] = await db.select().from(connections).where(eq(connections.service, service));
  if (!row) return undefined;
  const keys = await db.select({ name: apiKeys.keyName }).from(apiKeys).where(eq(apiKeys.service, service));
  return { settings: row.settings, secrets: keys.map((key) => key.name) };
};

export const saveConnection = async (
  tx: Tx,
  keyring: Keyring,
  service: string,
  plan: ConnectionSavePlan & { ok: true },
): Promise<void> => {
  const { mode, settings } = plan;
  const updatedAt = new Date();
  await tx
    .insert(connections)
    .values({ service, mode, settings })
    .onConflictDoUpdate({ target: connections.service, set: { mode, settings, updatedAt } });
  if (plan.forget.length > 0) {
    await tx.delete(apiKeys).where(and(eq(apiKeys.service, service), inArray(apiKeys.keyName, plan.forget)));
  }
  for (const [keyName, plain] of Object.entries(plan.seal)) {
    // A new row each time, because a sealed value is bound to its row's id.
    await tx.delete(apiKeys).where(and(eq(apiKeys.service, service), eq(apiKeys.keyName, keyName)));
    const id = newId();
    const keyValue = seal(keyring, plain, { table: "api_keys", row: id, field: "key_value" });
    await tx
      .insert(apiKeys)
      .values({ id, service, keyName, keyValue, metadata: { lastFour: lastFourCharacters(plain) } });
  }
};

/** The unsealed secrets by name. Only for requests to the vendor. */
export const openSecrets = async (
  db: Reader,
  keyring: Keyring,
  service: string,
): Promise<Record<string, string>> => {
  const keys = await db.select().from(apiKeys).where(eq(apiKeys.service, service));
  return Object.fromEntries(
    keys.map((key) => [
      key.keyName,
      unseal(keyring, key.keyValue, { table: "api_keys", row: key.id, field: "key_value" }),
    ]),
  );
};
