import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { users } from "#server/db/schema/access.ts";

export type User = typeof users.$inferSelect;

export const listUsers = (db: Reader): Promise<User[]> => db.select().from(users).orderBy(asc(users.email));

export const findUserByEmail = async (db: Reader, email: string): Promise<User | undefined> => {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
};

export type NewUser = Pick<User, "email" | "password" | "role"> &
  Partial<Pick<User, "firstName" | "lastName">>;

/** Nothing when somebody has that e-mail already. */
export const insertUser = async (tx: Tx, user: NewUser): Promise<User | undefined> => {
  const [created] = await tx.insert(users).values(user).onConflictDoNothing().returning();
  return created;
};

export type UserChange = Partial<
  Pick<User, "firstName" | "lastName" | "role" | "active" | "password" | "language">
>;

export const updateUser = async (tx: Tx, id: string, change: UserChange): Promise<User | undefined> => {
  const [updated] = await tx
    .update(users)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(users.id, id))
    .returning();
  return updated;
};

/** A visit is no change of the person: whoever has them open for editing is not disturbed. */
export const recordSignIn = async (tx: Tx, id: string): Promise<User | undefined> => {
  const [user] = await tx.update(users).set({ lastSignInAt: new Date() }).where(eq(users.id, id)).returning();
  return user;
};

/** The row, held until the transaction ends. */
export const lockUser = async (tx: Tx, id: string): Promise<User | undefined> => {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
  return user;
};

/** Serialises changes of who is an administrator, so that two of them cannot both be "not the last". */
export const countOtherActiveAdmins = async (tx: Tx, id: string): Promise<number> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('faro administrators', 0))`);
  return tx.$count(users, and(eq(users.role, "admin"), eq(users.active, true), ne(users.id, id)));
};

export const countUsers = (db: Reader): Promise<number> => db.$count(users);
