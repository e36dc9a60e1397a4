import { createHmac, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { apiKeys } from "#server/db/schema/connections.ts";
import { StartError } from "#server/start-error.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { seal, unseal } from "#server/vault/vault.ts";

/** What stands for an address once the address itself may be gone. */
export type AddressHash = (address: string) => Buffer;

/** Without it nobody could tell who asked for silence, so nothing may start. */
const opened = (keyring: Keyring, { id, keyValue }: { id: string; keyValue: string }): string => {
  try {
    return unseal(keyring, keyValue, { table: "api_keys", row: id, field: "key_value" });
  } catch {
    throw new StartError(
      "FARO_SECRET_KEY, or the file secret.key in FARO_DATA_DIR, is not the master key of this database; all processes must share one.",
    );
  }
};

const place = { service: "faro", keyName: "addressHash" };

/** The key is sealed in the vault, so that a copy of the table alone cannot be searched for known addresses. */
export const openAddressHash = async (db: Db, keyring: Keyring): Promise<AddressHash> => {
  const id = newId();
  const fresh = randomBytes(32).toString("base64url");
  const keyValue = seal(keyring, fresh, { table: "api_keys", row: id, field: "key_value" });
  await db
    .insert(apiKeys)
    .values({ id, ...place, keyValue })
    .onConflictDoNothing();
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.service, place.service), eq(apiKeys.keyName, place.keyName)));
  if (!row) throw new Error("The key of address hashes is missing");
  const key = opened(keyring, row);
  return (address) => createHmac("sha256", key).update(address.trim().toLowerCase()).digest();
};
