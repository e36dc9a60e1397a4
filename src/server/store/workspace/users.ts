import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { users } from "#server/db/schema/access.ts";

export type User = typeof users.$inferSelect;

export const findUserByEmail = async (db: Reader, email: string): Promise<User | undefined> => {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
};

export const findUser = async (db: Reader, id: string): Promise<User | undefined> => {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
};

export type NewUser = Pick<User, "email" | "password" | "longPassword" | "role"> &
  Partial<Pick<User, "id" | "firstName" | "lastName" | "roleId" | "language">>;

/** Undefined when the e-mail address is taken. */
export const insertUser = async (tx: Tx, user: NewUser): Promise<User | undefined> => {
  const [created] = await tx.insert(users).values(user).onConflictDoNothing().returning();
  return created;
};

export type UserChange = Partial<
  Pick<
    User,
    "firstName" | "lastName" | "role" | "roleId" | "active" | "password" | "longPassword" | "language"
  >
>;

export const updateUser = async (tx: Tx, id: string, change: UserChange): Promise<User | undefined> => {
  const [updated] = await tx
    .update(users)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(users.id, id))
    .returning();
  return updated;
};

/** Leaves `updated_at` as it is, so that an open edit form of the user does not become outdated. */
export const recordSignIn = async (
  tx: Tx,
  id: string,
  password: Partial<Pick<User, "longPassword">> = {},
): Promise<User | undefined> => {
  const [user] = await tx
    .update(users)
    .set({ lastSignInAt: new Date(), ...password })
    .where(eq(users.id, id))
    .returning();
  return user;
};

/**
 * The user, whose row stays locked until the transaction ends. Rows that refer to the user can be added meanwhile: a
 * full lock would wait for every such change under way, so that a long one would keep its author from signing in.
 */
export const lockUser = async (tx: Tx, id: string): Promise<User | undefined> => {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("no key update");
  return user;
};

/**
 * Active administrators with a password, who can sign in when the identity provider is away. Serialises changes of
 * administrators, so that two concurrent ones cannot remove the last two.
 */
export const countOtherLocalAdmins = async (tx: Tx, id: string): Promise<number> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('faro administrators', 0))`);
  return tx.$count(
    users,
    and(eq(users.role, "admin"), eq(users.active, true), isNotNull(users.password), ne(users.id, id)),
  );
};

export const countUsers = (db: Reader): Promise<number> => db.$count(users);

/** Users of whom each is an active administrator. */
export const listAdmins = async (db: Reader): Promise<string[]> =>
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, "admin"), eq(users.active, true)))
  ).map(({ id }) => id);

/** Which of the users exist and are active. */
export const findActiveUsers = async (db: Reader, ids: string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM users WHERE active AND id = ANY(${sql.param(ids)}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
};
