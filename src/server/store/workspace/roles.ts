import { eq, sql } from "drizzle-orm";
import type { OwnRole } from "#contract/team.ts";
import {
  type Permissions,
  permissionsOf,
  readPermissions,
  type UserRole,
  userRoles,
} from "#domain/access/areas.ts";
import {
  type RecordScopes,
  readRecordScopes,
  recordScopesOf,
  withinScopes,
} from "#domain/access/record-scope.ts";
import { isBuiltInRole } from "#domain/role.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { ownRoles } from "#server/db/schema/access.ts";

/** A role as a user or an invitation has it. */
export type AssignedRole = {
  role: UserRole;
  roleId: string | null;
  roleName: string | null;
  permissions: Permissions;
  scopes: RecordScopes;
};

type RoleRow = Omit<OwnRole, "permissions" | "scopes"> & { levels: unknown; scopes: unknown };

const toOwnRole = ({ levels, scopes, updatedAt, ...row }: RoleRow): OwnRole => ({
  ...row,
  permissions: withinScopes(readPermissions(levels), readRecordScopes(scopes)),
  scopes: readRecordScopes(scopes),
  updatedAt: new Date(updatedAt).toISOString(),
});

/** By name, with how many users and open invitations have each. */
export const listOwnRoles = async (db: Reader, id: string | null = null): Promise<OwnRole[]> => {
  const { rows } = await db.execute<RoleRow>(sql`
    SELECT r.id, r.name, r.description, r.levels, r.scopes, r.updated_at AS "updatedAt",
           (SELECT count(*)::int FROM users u WHERE u.role_id = r.id) AS users,
           (SELECT count(*)::int FROM invitations i
             WHERE i.role_id = r.id AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()) AS invitations,
           (SELECT count(*)::int FROM provider_group_roles g WHERE g.role_id = r.id)
             + (SELECT count(*)::int FROM identity_providers p WHERE p.default_role_id = r.id) AS groups
      FROM own_roles r WHERE (${id}::uuid IS NULL OR r.id = ${id}::uuid) ORDER BY lower(r.name), r.id`);
  return rows.map(toOwnRole);
};

/** The role, whose row stays locked until the transaction ends. */
export const lockOwnRole = async (tx: Tx, id: string): Promise<OwnRole | undefined> => {
  await tx.execute(sql`SELECT FROM own_roles WHERE id = ${id} FOR UPDATE`);
  return (await listOwnRoles(tx, id))[0];
};

export type OwnRoleValues = Pick<OwnRole, "name" | "description" | "permissions" | "scopes">;

/** Queries read the levels as they are stored, so that areas which a part of the records closes are stored as closed. */
const storedValues = ({ name, description, permissions, scopes }: OwnRoleValues) => ({
  name,
  description,
  levels: withinScopes(permissions, scopes),
  scopes,
});

/** Another role with the name in any spelling. */
const isRoleNameTaken = async (tx: Tx, name: string, exceptId: string | null): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    SELECT FROM own_roles WHERE lower(name) = lower(${name}) AND id IS DISTINCT FROM ${exceptId}::uuid`);
  return rows.length > 0;
};

/** Undefined when the name is taken. */
export const insertOwnRole = async (tx: Tx, values: OwnRoleValues) => {
  const [row] = await tx
    .insert(ownRoles)
    .values(storedValues(values))
    .onConflictDoNothing()
    .returning({ id: ownRoles.id });
  return row && (await listOwnRoles(tx, row.id))[0];
};

/** Undefined when the name is taken. */
export const updateOwnRole = async (
  tx: Tx,
  id: string,
  values: OwnRoleValues,
): Promise<OwnRole | undefined> => {
  if (await isRoleNameTaken(tx, values.name, id)) return undefined;
  await tx
    .update(ownRoles)
    .set({ ...storedValues(values), updatedAt: new Date() })
    .where(eq(ownRoles.id, id));
  return (await listOwnRoles(tx, id))[0];
};

/** An expired invitation could be sent again, so it is revoked with the role. */
export const deleteOwnRole = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE invitations SET revoked_at = now() WHERE role_id = ${id} AND accepted_at IS NULL AND revoked_at IS NULL`);
  await tx.delete(ownRoles).where(eq(ownRoles.id, id));
};

/** Whether an active user of the role has a password that is too short for an administrator, or may have one. */
export const hasShortPasswords = async (tx: Tx, roleId: string): Promise<boolean> => {
  const { rows } = await tx.execute(
    sql`SELECT FROM users WHERE role_id = ${roleId} AND active AND long_password IS NOT TRUE LIMIT 1`,
  );
  return rows.length > 0;
};

type RoleColumns = { role: string; roleId: string | null };

/** The role that the row of a user or an invitation names. */
export const readRole = async (db: Reader, { role, roleId }: RoleColumns): Promise<AssignedRole> => {
  const [own] =
    roleId === null
      ? []
      : await db
          .select({ name: ownRoles.name, levels: ownRoles.levels, scopes: ownRoles.scopes })
          .from(ownRoles)
          .where(eq(ownRoles.id, roleId));
  const scopes = recordScopesOf(role, own?.scopes);
  return {
    role: userRoles.find((one) => one === role) ?? "viewer",
    roleId,
    roleName: own?.name ?? null,
    permissions: withinScopes(permissionsOf(role, own?.levels), scopes),
    scopes,
  };
};

/** The role of a choice, which is not deleted before the transaction ends; undefined when there is no such role. */
export const findChosenRole = async (tx: Tx, choice: string): Promise<AssignedRole | undefined> => {
  if (isBuiltInRole(choice)) return readRole(tx, { role: choice, roleId: null });
  const { rows } = await tx.execute(sql`SELECT FROM own_roles WHERE id = ${choice} FOR KEY SHARE`);
  return rows.length > 0 ? readRole(tx, { role: "own", roleId: choice }) : undefined;
};
