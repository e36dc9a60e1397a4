import { createHmac, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { apiKeys } from "#server/db/schema/connections.ts";
import { StartError } from "#server/start-error.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { seal, unseal } from "#server/vault/vault.ts";

/** Identifies an address after the address itself was deleted. */
export type AddressHash = (address: string) => Buffer;

/** Fails the start: without the key no suppression could be matched, and people who opted out would be contacted. */
const unsealKey = (keyring: Keyring, { id, keyValue }: { id: string; keyValue: string }): string => {
  try {
    return unseal(keyring, keyValue, { table: "api_keys", row: id, field: "key_value" });
  } catch {
    throw new StartError(
      "FARO_SECRET_KEY, or the file secret.key in FARO_DATA_DIR, is not the master key of this database; all processes must share one.",
    );
  }
};

const storedKey = { service: "faro", keyName: "addressHash" };

/** The key is sealed, so that known addresses cannot be looked up in a copy of the table alone. */
export const openAddressHash = async (db: Db, keyring: Keyring): Promise<AddressHash> => {
  const id = newId();
  const newKey = randomBytes(32).toString("base64url");
  const keyValue = seal(keyring, newKey, { table: "api_keys", row: id, field: "key_value" });
  await db
    .insert(apiKeys)
    .values({ id, ...storedKey, keyValue })
    .onConflictDoNothing();
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.service, storedKey.service), eq(apiKeys.keyName, storedKey.keyName)));
  if (!row) throw new Error("The key of address hashes is missing");
  const key = unsealKey(keyring, row);
  return (address) => createHmac("sha256", key).update(address.trim().toLowerCase()).digest();
};
