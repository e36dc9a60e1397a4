import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { EndpointInput } from "#domain/ingestion/endpoint.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { apiKeys } from "#server/db/schema/connections.ts";
import { endpoints } from "#server/db/schema/ingestion.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { lastFourCharacters, maskSecret, seal, unseal } from "#server/vault/vault.ts";

export type EndpointRow = typeof endpoints.$inferSelect;
export type EndpointWithCounts = EndpointRow & {
  apiKey: string | null;
  secretKey: string | null;
  previousSecretUntil: string | null;
  eventsToday: number;
  piiToday: number;
  hourly: number[];
  lastEventAt: Date | null;
  deadLetters: number;
  invalidEvents: number;
};

type SecretName = "apiKey" | "secretKey" | "previousSecretKey";
const hourMs = 3_600_000;
/** The name under which `api_keys` stores the secrets of an endpoint. */
const secretService = (id: string): string => `endpoint:${id}`;

/** All endpoints or those of `ids`, with masked secrets, counts since `midnight` and the last 24 hours by hour. */
export const listEndpoints = async (
  db: Reader,
  midnight: Date,
  now: Date,
  ids?: string[],
): Promise<EndpointWithCounts[]> => {
  const rows = await db
    .select()
    .from(endpoints)
    .where(ids ? inArray(endpoints.id, ids) : undefined)
    .orderBy(asc(endpoints.name), asc(endpoints.id));
  const keys = await db
    .select({ service: apiKeys.service, keyName: apiKeys.keyName, metadata: apiKeys.metadata })
    .from(apiKeys)
    .where(inArray(apiKeys.service, ["", ...rows.map(({ id }) => secretService(id))]));
  const thisHour = Math.floor(now.getTime() / hourMs);
  const earliest = new Date(Math.min(midnight.getTime(), (thisHour - 23) * hourMs));
  const { rows: counts } = await db.execute<{ metric: string; id: string; hour: number; count: number }>(sql`
    SELECT metric, dimension AS id, (extract(epoch FROM hour) / 3600)::int AS hour, sum(count)::int AS count
      FROM counters
     WHERE metric IN ('events', 'events_pii') AND hour >= ${earliest.toISOString()} GROUP BY 1, 2, 3`);
  type Details = { id: string; last: string | null; dead: number; invalid: number };
  const { rows: details } = await db.execute<Details>(sql`
    SELECT n.id, (SELECT max(created_at) FROM events e WHERE e.endpoint_id = n.id) AS last,
           (SELECT count(*)::int FROM events e WHERE e.endpoint_id = n.id AND e.validation_status = 'dead') AS dead,
           (SELECT count(*)::int FROM events e
             WHERE e.endpoint_id = n.id AND e.validation_status = 'invalid') AS invalid
      FROM endpoints n WHERE n.id = ANY(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
  const detailsById = new Map(details.map((row) => [row.id, row]));
  const secrets = new Map(keys.map((key) => [`${key.service}:${key.keyName}`, key.metadata]));
  const countsById = Map.groupBy(counts, ({ id }) => id);
  const firstHour = Math.floor(midnight.getTime() / hourMs);
  return rows.map((row) => {
    const endpointCounts = countsById.get(row.id) ?? [];
    const sum = (metric: string) =>
      endpointCounts
        .filter((counted) => counted.metric === metric && counted.hour >= firstHour)
        .reduce((total, { count }) => total + count, 0);
    const secret = (name: SecretName) => secrets.get(`${secretService(row.id)}:${name}`);
    const maskedSecret = (name: SecretName) => {
      const metadata = secret(name);
      return metadata === undefined ? null : maskSecret(metadata?.lastFour ?? "");
    };
    const hours = new Map(
      endpointCounts.filter(({ metric }) => metric === "events").map(({ hour, count }) => [hour, count]),
    );
    const last = detailsById.get(row.id)?.last;
    return {
      ...row,
      apiKey: maskedSecret("apiKey"),
      secretKey: maskedSecret("secretKey"),
      previousSecretUntil: secret("previousSecretKey")?.until ?? null,
      eventsToday: sum("events"),
      piiToday: sum("events_pii"),
      hourly: Array.from({ length: 24 }, (_, index) => hours.get(thisHour - 23 + index) ?? 0),
      lastEventAt: last ? new Date(last) : null,
      deadLetters: detailsById.get(row.id)?.dead ?? 0,
      invalidEvents: detailsById.get(row.id)?.invalid ?? 0,
    };
  });
};

type Fields = Omit<
  EndpointInput,
  "apiKey" | "secretKey" | "webhookUrl" | "settings" | "mappingTemplate" | "piiFlags"
> &
  Pick<Partial<EndpointRow>, "settings" | "mappingTemplate" | "piiFlags">;

export const insertEndpoint = async (
  tx: Tx,
  fields: Fields & { hookToken: string | null; webhookUrl: string | null },
): Promise<EndpointRow | undefined> => {
  const [row] = await tx.insert(endpoints).values(fields).returning();
  return row;
};

export const findEndpoint = async (db: Reader, id: string): Promise<EndpointRow | undefined> => {
  const [row] = await db.select().from(endpoints).where(eq(endpoints.id, id));
  return row;
};

export const lockEndpoint = async (tx: Tx, id: string): Promise<EndpointRow | undefined> => {
  const [row] = await tx.select().from(endpoints).where(eq(endpoints.id, id)).for("update");
  return row;
};

export const updateEndpoint = (
  tx: Tx,
  id: string,
  fields: Partial<Omit<EndpointRow, "id" | "createdAt" | "updatedAt">>,
) =>
  tx
    .update(endpoints)
    .set({ ...fields, updatedAt: new Date() })
    .where(eq(endpoints.id, id));

export const deleteEndpoint = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(apiKeys).where(eq(apiKeys.service, secretService(id)));
  await tx.delete(endpoints).where(eq(endpoints.id, id));
};

export const listSecretNames = async (db: Reader, id: string): Promise<string[]> => {
  const rows = await db
    .select({ name: apiKeys.keyName })
    .from(apiKeys)
    .where(eq(apiKeys.service, secretService(id)));
  return rows.map(({ name }) => name);
};

/** Accepts the secret that is about to be replaced until `until`, so that the sender has time to change it. */
export const savePreviousSecret = async (
  tx: Tx,
  keyring: Keyring,
  id: string,
  until: Date,
): Promise<void> => {
  const isSecretKey = and(eq(apiKeys.service, secretService(id)), eq(apiKeys.keyName, "secretKey"));
  const [row] = await tx.select().from(apiKeys).where(isSecretKey);
  if (!row) return;
  const plain = unseal(keyring, row.keyValue, { table: "api_keys", row: row.id, field: "key_value" });
  await saveEndpointSecrets(tx, keyring, id, { previousSecretKey: plain }, until);
};

export const saveEndpointSecrets = async (
  tx: Tx,
  keyring: Keyring,
  id: string,
  secrets: Partial<Record<SecretName, string>>,
  until?: Date,
): Promise<void> => {
  for (const [keyName, plain] of Object.entries(secrets)) {
    await tx.delete(apiKeys).where(and(eq(apiKeys.service, secretService(id)), eq(apiKeys.keyName, keyName)));
    const row = newId();
    const keyValue = seal(keyring, plain, { table: "api_keys", row, field: "key_value" });
    await tx.insert(apiKeys).values({
      id: row,
      service: secretService(id),
      keyName,
      keyValue,
      metadata: { lastFour: lastFourCharacters(plain), ...(until ? { until: until.toISOString() } : {}) },
    });
  }
};
