import { createHmac } from "node:crypto";
import type { Db } from "#server/db/database.ts";
import { openInstallationKey } from "#server/store/connections/installation-key.ts";
import type { Keyring } from "#server/vault/keyring.ts";

/** Identifies an address after the address itself was deleted. */
export type AddressHash = (address: string) => Buffer;

/** The key is sealed, so that known addresses cannot be looked up in a copy of the table alone. */
export const openAddressHash = async (db: Db, keyring: Keyring): Promise<AddressHash> => {
  const key = await openInstallationKey(db, keyring, "addressHash");
  return (address) => createHmac("sha256", key).update(address.trim().toLowerCase()).digest();
};
