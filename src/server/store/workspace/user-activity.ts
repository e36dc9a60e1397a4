import { sql } from "drizzle-orm";
import type { TeamMember } from "#contract/users.ts";
import { covers, type Permissions, permissionsOf } from "#domain/access/areas.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import type { AuditListRow } from "#server/store/compliance/audit-log.ts";
import { hasLevelSql } from "./user-level.ts";

type MemberRow = Omit<TeamMember, "mayChange"> & { levels: unknown };

const lastActiveSql = sql`greatest(u.last_sign_in_at,
  (SELECT max((s.sess ->> 'seenAt')::timestamptz) FROM sessions s WHERE s.sess ->> 'userId' = u.id::text),
  (SELECT a.created_at FROM audit_logs a WHERE a.user_id = u.id ORDER BY a.seq DESC LIMIT 1))`;

const toIso = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());

/** Users by e-mail address, as a caller with these permissions sees them. */
export const listMembers = async (
  db: Reader,
  viewer: Permissions,
  id: string | null = null,
): Promise<TeamMember[]> => {
  const { rows } = await db.execute<MemberRow>(sql`
    SELECT u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.role, u.role_id AS "roleId",
           r.name AS "roleName", r.levels, u.active, u.last_sign_in_at AS "lastSignInAt", u.created_at AS "createdAt",
           u.updated_at AS "updatedAt", ${lastActiveSql} AS "lastActiveAt",
           EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor",
           EXISTS (SELECT FROM user_identities i WHERE i.user_id = u.id) AS "isLinked",
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) ORDER BY lower(t.name)), '[]')
              FROM teams t JOIN team_members m ON m.team_id = t.id WHERE m.user_id = u.id) AS teams
      FROM users u LEFT JOIN own_roles r ON r.id = u.role_id
     WHERE (${id}::uuid IS NULL OR u.id = ${id}::uuid) ORDER BY u.email`);
  return rows.map(({ levels, ...row }) => ({
    ...row,
    mayChange: covers(viewer, permissionsOf(row.role, levels)),
    lastSignInAt: toIso(row.lastSignInAt),
    lastActiveAt: toIso(row.lastActiveAt),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }));
};

export type UserActivity = {
  lastSignInAt: string | null;
  lastActiveAt: string | null;
  openConversations: number;
  openTasks: number;
  sessions: number;
  tokens: number;
};

export const readUserActivity = async (db: Reader, userId: string): Promise<UserActivity | undefined> => {
  const { rows } = await db.execute<UserActivity>(sql`
    SELECT u.last_sign_in_at AS "lastSignInAt", ${lastActiveSql} AS "lastActiveAt",
           (SELECT count(*)::int FROM threads t WHERE t.owner_id = u.id AND t.state <> 'closed') AS "openConversations",
           (SELECT count(*)::int FROM tasks k WHERE k.owner_id = u.id AND k.done_at IS NULL) AS "openTasks",
           (SELECT count(*)::int FROM sessions s WHERE s.sess ->> 'userId' = u.id::text AND s.expire > now()) AS sessions,
           (SELECT count(*)::int FROM api_tokens k
             WHERE k.user_id = u.id AND k.revoked_at IS NULL AND k.expires_at > now()) AS tokens
      FROM users u WHERE u.id = ${userId}`);
  const [row] = rows;
  return row && { ...row, lastSignInAt: toIso(row.lastSignInAt), lastActiveAt: toIso(row.lastActiveAt) };
};

const shownEntries = 30;

/** The newest audit entries of what the user did. */
export const listUserEntries = async (db: Reader, userId: string): Promise<AuditListRow[]> => {
  const { rows } = await db.execute<AuditListRow>(sql`
    SELECT a.id, a.seq::float8 AS seq, a.created_at, a.event_type, a.user_id, u.email AS user_email, a.entity_type,
           a.entity_id, a.description, a.details, coalesce((a.metadata -> 'demo')::boolean, false) AS is_demo, a.status
      FROM audit_logs a JOIN users u ON u.id = a.user_id
     WHERE a.user_id = ${userId} ORDER BY a.seq DESC LIMIT ${shownEntries}`);
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at) }));
};

/** People whose conversation with the user is open or snoozed. */
export const listOwnedThreads = async (tx: Tx, userId: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ personId: string }>(sql`
    SELECT person_id AS "personId" FROM threads WHERE owner_id = ${userId} AND state <> 'closed'
     ORDER BY last_item_at DESC, person_id`);
  return rows.map(({ personId }) => personId);
};

/** Active users of a team who may answer, those with the fewest open conversations first. */
export const listAnsweringMembers = async (
  tx: Tx,
  teamId: string,
  exceptUserId: string,
): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT u.id FROM users u JOIN team_members m ON m.user_id = u.id
     WHERE m.team_id = ${teamId} AND u.active AND u.id <> ${exceptUserId} AND ${hasLevelSql("u", ["inbox"], "work")}
     ORDER BY (SELECT count(*) FROM threads t WHERE t.owner_id = u.id AND t.state = 'open'), u.id`);
  return rows.map(({ id }) => id);
};

/** Gives the open tasks of a user to others in turn, or to nobody; returns how many. */
export const handOverTasks = async (tx: Tx, userId: string, to: readonly string[]): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE tasks SET owner_id = next.owner_id, reminded_at = NULL, updated_at = now()
      FROM (SELECT id, (${sql.param([...to])}::uuid[])[
                     (row_number() OVER (ORDER BY due_at, id) - 1) % greatest(${to.length}::int, 1) + 1] AS owner_id
              FROM tasks WHERE owner_id = ${userId} AND done_at IS NULL) next
     WHERE tasks.id = next.id`);
  return rowCount ?? 0;
};

/** Ends the tokens of a user and the access of assistants for good, except those that are kept; returns how many. */
export const revokeUserTokens = async (
  tx: Tx,
  userId: string,
  keptIds: readonly string[] = [],
): Promise<number> => {
  const isEnded = sql`user_id = ${userId} AND id <> ALL(${sql.param([...keptIds])}::uuid[])`;
  const { rows } = await tx.execute<{ isAlive: boolean }>(sql`
    UPDATE api_tokens SET revoked_at = now() WHERE ${isEnded} AND revoked_at IS NULL
    RETURNING expires_at > now() AS "isAlive"`);
  await tx.execute(sql`
    UPDATE webhook_subscriptions SET deleted_at = now(), updated_at = now()
     WHERE deleted_at IS NULL AND token_id IN (SELECT id FROM api_tokens WHERE ${isEnded})`);
  await tx.execute(sql`DELETE FROM oauth_codes WHERE user_id = ${userId}`);
  return rows.filter(({ isAlive }) => isAlive).length;
};
