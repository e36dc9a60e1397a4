import { eq, max, sql } from "drizzle-orm";
import type { FoundModels } from "#domain/ai/compatible.ts";
import { aiVendors, isRetired } from "#domain/ai/models.ts";
import type { StoredConnection } from "#domain/connection.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { aiProviders } from "#server/db/schema/connections.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { lastFourCharacters, seal, unseal } from "#server/vault/vault.ts";

type Row = typeof aiProviders.$inferSelect;
/** A provider without its key, which is unsealed only for a request to the vendor. */
export type AiProviderRow = Omit<Row, "apiKey"> & { hasKey: boolean };

const withoutKey = ({ apiKey, ...row }: Row): AiProviderRow => ({ ...row, hasKey: apiKey !== null });
const vendorIds = aiVendors.map(({ id }) => id);

/** In the order in which they are asked. */
export const listAiProviders = async (db: Reader): Promise<AiProviderRow[]> => {
  const rows = await db.select().from(aiProviders);
  return rows
    .map(withoutKey)
    .sort((a, b) => a.position - b.position || vendorIds.indexOf(a.vendor) - vendorIds.indexOf(b.vendor));
};

export const orderAiProviders = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx.execute(sql`
    UPDATE ai_providers SET position = named.position, updated_at = now()
      FROM unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS named (id, position)
     WHERE ai_providers.id = named.id`);
};

export const hasEveryVendor = (rows: readonly AiProviderRow[]): boolean =>
  vendorIds.every((id) => rows.some(({ vendor }) => vendor === id));

/** Adds vendors that have no row yet, each with its first model that is not retired. */
export const addMissingVendors = async (tx: Tx, today: string): Promise<void> => {
  const [last] = await tx.select({ position: max(aiProviders.position) }).from(aiProviders);
  await tx
    .insert(aiProviders)
    .values(
      aiVendors.map(({ id, name, models }) => ({
        vendor: id,
        name,
        // Behind those that the workspace has put in order.
        position: last?.position ?? 0,
        model: models.find((model) => !isRetired(model, today))?.id ?? null,
      })),
    )
    .onConflictDoNothing({ target: aiProviders.vendor });
};

export const lockAiProvider = async (tx: Tx, id: string): Promise<AiProviderRow | undefined> => {
  const [row] = await tx.select().from(aiProviders).where(eq(aiProviders.id, id)).for("update");
  return row && withoutKey(row);
};

export type AiProviderChange = {
  enabled?: boolean;
  model?: string;
  extraModels?: string[];
  timeoutSeconds?: number;
  maxConcurrent?: number;
  monthlyBudget?: number | null;
  acceptsPersonalText?: boolean;
  baseUrl?: string | null;
  apiVersion?: string | null;
  inputPrice?: number;
  outputPrice?: number;
  /** Null deletes the stored key. */
  apiKey?: string | null;
};

export const updateAiProvider = async (
  tx: Tx,
  keyring: Keyring,
  id: string,
  { apiKey, ...change }: AiProviderChange,
): Promise<AiProviderRow | undefined> => {
  const key =
    apiKey === undefined
      ? {}
      : {
          apiKey: apiKey === null ? null : seal(keyring, apiKey, keyLocation(id)),
          lastFour: apiKey === null ? null : lastFourCharacters(apiKey),
        };
  const [row] = await tx
    .update(aiProviders)
    .set({ ...change, ...key, updatedAt: new Date() })
    .where(eq(aiProviders.id, id))
    .returning();
  return row && withoutKey(row);
};

/** What decides whether a stored key may be used with a typed address. */
export const toStoredConnection = ({ baseUrl, hasKey }: AiProviderRow): StoredConnection => ({
  settings: { baseUrl },
  secrets: hasKey ? ["apiKey"] : [],
});

/** Stores what a connection test found. It is no change of the settings. */
export const saveFoundModels = async (tx: Tx, id: string, found: FoundModels): Promise<void> => {
  await tx.update(aiProviders).set({ found }).where(eq(aiProviders.id, id));
};

const keyLocation = (row: string) => ({ table: "ai_providers", row, field: "api_key" });

/** The unsealed key. Only for requests to the vendor. */
export const openAiKey = async (db: Reader, keyring: Keyring, id: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ sealed: aiProviders.apiKey })
    .from(aiProviders)
    .where(eq(aiProviders.id, id));
  return row?.sealed ? unseal(keyring, row.sealed, keyLocation(id)) : undefined;
};
