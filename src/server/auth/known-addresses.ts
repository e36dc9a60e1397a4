import { and, eq, gt } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { knownSignInAddresses } from "#server/db/schema/second-factor.ts";
import { knownAddressKey } from "./sign-in-throttle.ts";

/** An address is forgotten this long after the last sign-in from it. */
export const knownAddressMs = 90 * 86_400_000;

export const isKnownAddress = async (db: Reader, userId: string, ip: string): Promise<boolean> =>
  (await db.$count(
    knownSignInAddresses,
    and(
      eq(knownSignInAddresses.userId, userId),
      eq(knownSignInAddresses.address, knownAddressKey(userId, ip)),
      gt(knownSignInAddresses.lastUsedAt, new Date(Date.now() - knownAddressMs)),
    ),
  )) > 0;

export const recordKnownAddress = async (tx: Tx, userId: string, ip: string): Promise<void> => {
  const lastUsedAt = new Date();
  await tx
    .insert(knownSignInAddresses)
    .values({ userId, address: knownAddressKey(userId, ip), lastUsedAt })
    .onConflictDoUpdate({
      target: [knownSignInAddresses.userId, knownSignInAddresses.address],
      set: { lastUsedAt },
    });
};
