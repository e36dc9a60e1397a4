import { and, eq, sql } from "drizzle-orm";
import type { KnownUsers } from "#domain/access/decide-provider-sign-in.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { users } from "#server/db/schema/access.ts";
import { userIdentities } from "#server/db/schema/single-sign-on.ts";
import { findUserByEmail } from "./users.ts";

/** An account of an identity provider. The address is no part of it: addresses are given to others. */
export type Identity = { issuer: string; subject: string };

const isOf = ({ issuer, subject }: Identity) =>
  and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject));

/** Two sign-ins of one account wait for each other, so that the first adds its user and the second finds it. */
export const lockIdentity = async (tx: Tx, { issuer, subject }: Identity): Promise<void> => {
  const key = JSON.stringify(["faro identity", issuer, subject]);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
};

/** The users whom a sign-in with the account could be of. */
export const findKnownUsers = async (
  db: Reader,
  identity: Identity,
  email: string | null,
): Promise<KnownUsers> => {
  const [linked] = await db
    .select({ id: users.id, isActive: users.active })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(isOf(identity));
  const user = linked || email === null ? undefined : await findUserByEmail(db, email);
  if (!user) return { linked, sameEmail: undefined };
  const otherAccounts = await db.$count(
    userIdentities,
    and(eq(userIdentities.userId, user.id), eq(userIdentities.issuer, identity.issuer)),
  );
  return {
    linked,
    sameEmail: { id: user.id, isActive: user.active, isLinkedElsewhere: otherAccounts > 0 },
  };
};

export const recordIdentity = async (tx: Tx, userId: string, identity: Identity): Promise<void> => {
  const lastSignInAt = new Date();
  await tx
    .insert(userIdentities)
    .values({ ...identity, userId, lastSignInAt })
    .onConflictDoUpdate({
      target: [userIdentities.issuer, userIdentities.subject],
      set: { lastSignInAt },
    });
};

export const findIdentityUser = async (db: Reader, identity: Identity): Promise<string | undefined> => {
  const [row] = await db.select({ userId: userIdentities.userId }).from(userIdentities).where(isOf(identity));
  return row?.userId;
};

/** Returns whether the user was linked to an account. */
export const deleteIdentities = async (tx: Tx, userId: string): Promise<boolean> => {
  const deleted = await tx
    .delete(userIdentities)
    .where(eq(userIdentities.userId, userId))
    .returning({ id: userIdentities.id });
  return deleted.length > 0;
};
