import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { apiKeys } from "#server/db/schema/connections.ts";
import { StartError } from "#server/start-error.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { seal, unseal } from "#server/vault/vault.ts";

/** Keys that belong to Faro itself, random for each installation and shared by its processes. */
type InstallationKey = "addressHash" | "simulator" | "push";

const service = "faro";

const createRandomKey = (): string => randomBytes(32).toString("base64url");

/** Opens the sealed key, which its first use makes: of processes that make it at once, one key is stored. */
export const openInstallationKey = async (
  db: Db,
  keyring: Keyring,
  keyName: InstallationKey,
  createKey = createRandomKey,
): Promise<string> => {
  const id = newId();
  const keyValue = seal(keyring, createKey(), { table: "api_keys", row: id, field: "key_value" });
  await db.insert(apiKeys).values({ id, service, keyName, keyValue }).onConflictDoNothing();
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.service, service), eq(apiKeys.keyName, keyName)));
  if (!row) throw new Error(`The key ${keyName} is missing`);
  return unsealKey(keyring, row);
};

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

/** In upper-case hexadecimal, because the simulators read words such as "bad" in a credential as orders. */
export const openSimulatorSecret = async (db: Db, keyring: Keyring): Promise<string> =>
  Buffer.from(await openInstallationKey(db, keyring, "simulator"), "base64url")
    .toString("hex")
    .toUpperCase();
