import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { AuthMethod, EndpointInput } from "#domain/ingestion.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { apiKeys } from "#server/db/schema/connections.ts";
import { endpoints, events } from "#server/db/schema/ingestion.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { lastFourOf, maskOf, seal, unseal } from "#server/vault/vault.ts";

export type EndpointRow = typeof endpoints.$inferSelect;
export type ShownEndpoint = EndpointRow & {
  apiKey: string | null;
  secretKey: string | null;
  eventsToday: number;
  piiToday: number;
};

const secretNames = ["apiKey", "secretKey"] as const;
/** The secrets of an endpoint are kept under a service of their own. */
const serviceOf = (id: string): string => `endpoint:${id}`;

/** All, or those named, with masks and what was counted since `midnight`. */
export const listEndpoints = async (db: Reader, midnight: Date, ids?: string[]): Promise<ShownEndpoint[]> => {
  const rows = await db
    .select()
    .from(endpoints)
    .where(ids ? inArray(endpoints.id, ids) : undefined)
    .orderBy(asc(endpoints.name), asc(endpoints.id));
  const keys = await db
    .select({ service: apiKeys.service, keyName: apiKeys.keyName, metadata: apiKeys.metadata })
    .from(apiKeys)
    .where(inArray(apiKeys.service, ["", ...rows.map(({ id }) => serviceOf(id))]));
  const { rows: counts } = await db.execute<{ metric: string; id: string; count: number }>(sql`
    SELECT metric, dimension AS id, sum(count)::int AS count FROM counters
     WHERE metric IN ('events', 'events_pii') AND hour >= ${midnight.toISOString()} GROUP BY 1, 2`);
  const counted = new Map(counts.map(({ metric, id, count }) => [`${metric}:${id}`, count]));
  const masks = new Map(
    keys.map((key) => [`${key.service}:${key.keyName}`, maskOf(key.metadata?.lastFour ?? "")]),
  );
  return rows.map((row) => ({
    ...row,
    apiKey: masks.get(`${serviceOf(row.id)}:apiKey`) ?? null,
    secretKey: masks.get(`${serviceOf(row.id)}:secretKey`) ?? null,
    eventsToday: counted.get(`events:${row.id}`) ?? 0,
    piiToday: counted.get(`events_pii:${row.id}`) ?? 0,
  }));
};

type Fields = Omit<EndpointInput, "apiKey" | "secretKey" | "webhookUrl">;

export const insertEndpoint = async (
  tx: Tx,
  fields: Fields & { hookToken: string | null; webhookUrl: string | null },
): Promise<EndpointRow | undefined> => {
  const [row] = await tx.insert(endpoints).values(fields).returning();
  return row;
};

export const lockEndpoint = async (tx: Tx, id: string): Promise<EndpointRow | undefined> => {
  const [row] = await tx.select().from(endpoints).where(eq(endpoints.id, id)).for("update");
  return row;
};

export const updateEndpoint = (
  tx: Tx,
  id: string,
  fields: Partial<Fields> & { hookToken?: string; webhookUrl?: string; lastError?: string | null },
) =>
  tx
    .update(endpoints)
    .set({ ...fields, updatedAt: new Date() })
    .where(eq(endpoints.id, id));

export const deleteEndpoint = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(apiKeys).where(eq(apiKeys.service, serviceOf(id)));
  await tx.delete(endpoints).where(eq(endpoints.id, id));
};

export const storedSecretNames = async (db: Reader, id: string): Promise<string[]> => {
  const rows = await db
    .select({ name: apiKeys.keyName })
    .from(apiKeys)
    .where(eq(apiKeys.service, serviceOf(id)));
  return rows.map(({ name }) => name);
};

export const saveEndpointSecrets = async (
  tx: Tx,
  keyring: Keyring,
  id: string,
  secrets: Partial<Record<(typeof secretNames)[number], string>>,
): Promise<void> => {
  for (const [keyName, plain] of Object.entries(secrets)) {
    await tx.delete(apiKeys).where(and(eq(apiKeys.service, serviceOf(id)), eq(apiKeys.keyName, keyName)));
    const row = newId();
    const keyValue = seal(keyring, plain, { table: "api_keys", row, field: "key_value" });
    await tx.insert(apiKeys).values({
      id: row,
      service: serviceOf(id),
      keyName,
      keyValue,
      metadata: { lastFour: lastFourOf(plain) },
    });
  }
};

export type HookTarget = {
  id: string;
  name: string;
  status: string;
  authMethod: AuthMethod;
  secrets: Record<string, string>;
};

const hookQuery = {
  name: "hook-target",
  text: `SELECT e.id, e.name, e.status, e.auth_method,
                coalesce(json_agg(json_build_object('id', k.id, 'name', k.key_name, 'value', k.key_value))
                         FILTER (WHERE k.id IS NOT NULL), '[]') AS keys
           FROM endpoints e LEFT JOIN api_keys k ON k.service = 'endpoint:' || e.id
          WHERE e.hook_token = $1 GROUP BY e.id`,
};

type HookRow = {
  id: string;
  name: string;
  status: string;
  auth_method: AuthMethod;
  keys: { id: string; name: string; value: string }[];
};

/** The endpoint behind a token, with its secrets open: for the check of one request, and nothing else. */
export const findHook = async (
  pool: { query: <T extends object>(query: object) => Promise<{ rows: T[] }> },
  keyring: Keyring,
  token: string,
): Promise<HookTarget | undefined> => {
  const { rows } = await pool.query<HookRow>({ ...hookQuery, values: [token] });
  const [row] = rows;
  if (!row) return undefined;
  const secrets = Object.fromEntries(
    row.keys.map(({ id, name, value }) => [
      name,
      unseal(keyring, value, { table: "api_keys", row: id, field: "key_value" }),
    ]),
  );
  return { id: row.id, name: row.name, status: row.status, authMethod: row.auth_method, secrets };
};

export const insertEvent = async (
  tx: Tx,
  event: { endpointId: string; eventType: string | null; rawData: unknown; piiDetected: boolean },
): Promise<string> => {
  const id = newId();
  await tx.insert(events).values({ id, ...event });
  return id;
};
