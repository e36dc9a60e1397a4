import { and, eq } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { apiKeys } from "#server/db/schema/connections.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { seal, unseal } from "#server/vault/vault.ts";

/** `token` is ours and goes with the address; `secret` is what the vendor announced in its handshake. */
type HookSecretName = "token" | "secret";

const serviceOf = (service: string): string => `reports:${service}`;

export const readHookSecrets = async (
  db: Reader,
  keyring: Keyring,
  service: string,
): Promise<Partial<Record<HookSecretName, string>>> => {
  const keys = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.service, serviceOf(service)));
  return Object.fromEntries(
    keys.map((key) => [
      key.keyName,
      unseal(keyring, key.keyValue, { table: "api_keys", row: key.id, field: "key_value" }),
    ]),
  );
};

export const saveHookSecret = async (
  tx: Tx,
  keyring: Keyring,
  service: string,
  name: HookSecretName,
  value: string,
): Promise<void> => {
  const own = serviceOf(service);
  await tx.delete(apiKeys).where(and(eq(apiKeys.service, own), eq(apiKeys.keyName, name)));
  const id = newId();
  const keyValue = seal(keyring, value, { table: "api_keys", row: id, field: "key_value" });
  await tx.insert(apiKeys).values({ id, service: own, keyName: name, keyValue });
};

/** Reports are switched off: what was agreed no longer counts. */
export const deleteHookSecrets = async (tx: Tx, service: string): Promise<void> => {
  await tx.delete(apiKeys).where(eq(apiKeys.service, serviceOf(service)));
};
