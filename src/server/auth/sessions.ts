import { createHash, randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type pg from "pg";
import { type Permissions, permissionsOf, type UserRole, userRoles } from "#domain/access/areas.ts";
import { type RecordScopes, recordScopesOf, withinScopes } from "#domain/access/record-scope.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { type SessionData, type SessionProvider, sessions } from "#server/db/schema/access.ts";
import { endDevicesOfSessions, endDevicesOfUser } from "#server/store/workspace/push-subscriptions.ts";
import { sealForSession } from "./session-secret.ts";

/** A session ends after this time even when it is in use. */
export const maxSessionMs = 12 * 3600_000;
/** `seenAt` is written at most this often. */
const minTouchIntervalMs = 60_000;

/** The token of a program that acts for a user. */
export type CallingToken = { id: string; name: string };

export type UserSession = {
  sid: string;
  /** Null for a user in a browser. */
  token: CallingToken | null;
  user: {
    id: string;
    email: string;
    firstName: string | null;
    lastName: string | null;
    profileImageUrl: string | null;
    role: UserRole;
    /** The name of a role of the workspace's own. */
    roleName: string | null;
    permissions: Permissions;
    /** Whose people and conversations the user has. */
    scopes: RecordScopes;
    language: string | null;
    /** Its own, or one that the identity provider asked for at this sign-in. */
    hasSecondFactor: boolean;
    /** False for a user who signs in with the identity provider only. */
    hasPassword: boolean;
  };
};

const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** The account of the identity provider with which a session begins. */
export type SessionAccount = Omit<SessionProvider, "sealedIdToken"> & { idToken: string | null };

export const startSession = async (
  tx: Tx,
  userId: string,
  client: { ip: string; userAgent: string },
  idleMs: number,
  account?: SessionAccount,
): Promise<string> => {
  const token = randomBytes(32).toString("base64url");
  const { idToken = null, ...provider } = account ?? {};
  const sealedIdToken = idToken === null ? null : sealForSession(token, idToken);
  const now = new Date();
  await tx.insert(sessions).values({
    sid: hashToken(token),
    sess: {
      userId,
      createdAt: now.toISOString(),
      seenAt: now.toISOString(),
      ...client,
      ...(account
        ? { provider: { ...(provider as Omit<SessionProvider, "sealedIdToken">), sealedIdToken } }
        : {}),
    },
    expire: new Date(now.getTime() + Math.min(idleMs, maxSessionMs)),
  });
  return token;
};

export const sessionQuery = {
  name: "session-look-up",
  text: `SELECT s.sess, s.expire, u.id, u.email, u.first_name, u.last_name, u.profile_image_url, u.role, u.language, u.password IS NOT NULL AS has_password,
                r.name AS role_name, r.levels, r.scopes AS record_scopes,
                EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
                  AS has_second_factor
           FROM sessions s JOIN users u ON u.id = (s.sess ->> 'userId')::uuid LEFT JOIN own_roles r ON r.id = u.role_id
          WHERE s.sid = $1 AND u.active`,
};
const touchQuery = {
  name: "session-touch",
  text: `UPDATE sessions SET expire = $2, sess = jsonb_set(sess, '{seenAt}', to_jsonb($3::text)) WHERE sid = $1`,
};

type SessionRow = {
  sess: SessionData;
  expire: Date;
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  role: string;
  role_name: string | null;
  levels: unknown;
  record_scopes: unknown;
  language: string | null;
  has_second_factor: boolean;
  has_password: boolean;
};

/** What a user's row and the row of their role say of their rights. */
export const roleOf = (row: {
  role: string;
  role_name: string | null;
  levels: unknown;
  record_scopes: unknown;
}): Pick<UserSession["user"], "role" | "roleName" | "permissions" | "scopes"> => {
  const scopes = recordScopesOf(row.role, row.record_scopes);
  return {
    role: userRoles.find((one) => one === row.role) ?? "viewer",
    roleName: row.role_name,
    permissions: withinScopes(permissionsOf(row.role, row.levels), scopes),
    scopes,
  };
};

/** The idle timeout from the last activity on, never past the absolute limit. */
export const sessionExpiry = (sess: SessionData, idleMs: number): number =>
  Math.min(Date.parse(sess.seenAt) + idleMs, Date.parse(sess.createdAt) + maxSessionMs);

/** `isActivity` marks a request of the user, which extends the idle timeout. */
export const findSession = async (
  pool: pg.Pool,
  token: string,
  idleMs: number,
  isActivity: boolean,
): Promise<UserSession | undefined> => {
  const sid = hashToken(token);
  const { rows } = await pool.query<SessionRow>({ ...sessionQuery, values: [sid] });
  const [row] = rows;
  const now = Date.now();
  if (!row || sessionExpiry(row.sess, idleMs) <= now) return undefined;
  if (isActivity && now - Date.parse(row.sess.seenAt) > minTouchIntervalMs) {
    const sess = { ...row.sess, seenAt: new Date(now).toISOString() };
    await pool.query({ ...touchQuery, values: [sid, new Date(sessionExpiry(sess, idleMs)), sess.seenAt] });
  }
  return {
    sid,
    token: null,
    user: {
      id: row.id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      profileImageUrl: row.profile_image_url,
      ...roleOf(row),
      language: row.language,
      hasSecondFactor: row.has_second_factor || row.sess.provider?.hasSecondFactor === true,
      hasPassword: row.has_password,
    },
  };
};

/** Its browser shows no more notifications. */
export const endSession = async (tx: Tx, sid: string): Promise<void> => {
  await tx.delete(sessions).where(sql`${sessions.sid} = ${sid}`);
  await endDevicesOfSessions(tx, [sid]);
};

/** Ends all sessions of a user, except the given one, and with them the notifications of their browsers. */
export const endUserSessions = async (tx: Tx, userId: string, exceptSid?: string): Promise<void> => {
  await tx
    .delete(sessions)
    .where(sql`${sessions.sess} ->> 'userId' = ${userId} AND ${sessions.sid} <> ${exceptSid ?? ""}`);
  await endDevicesOfUser(tx, userId, exceptSid);
};

export type OpenSession = { sid: string; sess: SessionData };

/** The sessions of a user that have not expired, most recently used first. */
export const listUserSessions = async (
  db: Reader,
  userId: string,
  idleMs: number,
): Promise<OpenSession[]> => {
  const rows = await db
    .select({ sid: sessions.sid, sess: sessions.sess })
    .from(sessions)
    .where(sql`${sessions.sess} ->> 'userId' = ${userId}`)
    .orderBy(sql`${sessions.sess} ->> 'seenAt' DESC`);
  return rows.filter(({ sess }) => sessionExpiry(sess, idleMs) > Date.now());
};

/** Returns whether the user had this session. */
export const endUserSession = async (tx: Tx, userId: string, sid: string): Promise<boolean> => {
  const ended = await tx
    .delete(sessions)
    .where(sql`${sessions.sid} = ${sid} AND ${sessions.sess} ->> 'userId' = ${userId}`)
    .returning({ sid: sessions.sid });
  await endDevicesOfSessions(
    tx,
    ended.map(({ sid }) => sid),
  );
  return ended.length > 0;
};

/** With which account of the identity provider a session began; undefined where it began with a password. */
export const findSessionProvider = async (db: Reader, sid: string): Promise<SessionProvider | undefined> => {
  const [row] = await db.select({ sess: sessions.sess }).from(sessions).where(eq(sessions.sid, sid));
  return row?.sess.provider;
};

/** What the identity provider ends: the sessions of an account, or one of them, that began before the given time. */
export const endProviderSessions = async (
  tx: Tx,
  {
    issuer,
    subject,
    sid,
    until,
  }: { issuer: string; subject: string | null; sid: string | null; until: Date },
): Promise<string[]> => {
  const provider = sql`${sessions.sess} -> 'provider'`;
  // A session whose id the provider did not tell is known by its account alone.
  const isNamed =
    sid === null
      ? sql`true`
      : sql`(${provider} ->> 'sid' = ${sid} OR (${provider} ->> 'sid' IS NULL AND ${subject}::text IS NOT NULL))`;
  const ended = await tx
    .delete(sessions)
    .where(
      sql`${provider} ->> 'issuer' = ${issuer} AND (${subject}::text IS NULL OR ${provider} ->> 'subject' = ${subject})
          AND ${isNamed} AND (${sessions.sess} ->> 'createdAt')::timestamptz <= ${until.toISOString()}::timestamptz`,
    )
    .returning({ sid: sessions.sid, userId: sql<string>`${sessions.sess} ->> 'userId'` });
  await endDevicesOfSessions(
    tx,
    ended.map((one) => one.sid),
  );
  return ended.map(({ userId }) => userId);
};
