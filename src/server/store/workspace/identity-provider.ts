import { asc, eq, sql } from "drizzle-orm";
import type { SingleSignOnInput, SingleSignOnSettings } from "#contract/single-sign-on.ts";
import type { GroupRole } from "#domain/access/decide-provider-sign-in.ts";
import { isBuiltInRole } from "#domain/role.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { identityProviders, providerGroupRoles } from "#server/db/schema/single-sign-on.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { lastFourCharacters, maskSecret, seal, unseal } from "#server/vault/vault.ts";

type ProviderRow = typeof identityProviders.$inferSelect;
/** The identity provider as it is stored, with its secret sealed. */
export type IdentityProvider = Omit<ProviderRow, "defaultRole" | "defaultRoleId"> & {
  groupRoles: GroupRole[];
  /** The default role as a choice: a built-in one by name, any other by id. */
  defaultRole: string | null;
};

type RoleColumns = { role: string; roleId: string | null };
const choiceOf = ({ role, roleId }: RoleColumns): string => roleId ?? role;
const columnsOf = (choice: string): RoleColumns =>
  isBuiltInRole(choice) ? { role: choice, roleId: null } : { role: "own", roleId: choice };

export const readIdentityProvider = async (db: Reader): Promise<IdentityProvider | undefined> => {
  const [row] = await db.select().from(identityProviders);
  if (!row) return undefined;
  const { defaultRole, defaultRoleId, ...provider } = row;
  const groups = await db
    .select()
    .from(providerGroupRoles)
    .where(eq(providerGroupRoles.providerId, row.id))
    .orderBy(asc(providerGroupRoles.position));
  return {
    ...provider,
    defaultRole: defaultRole === null ? null : choiceOf({ role: defaultRole, roleId: defaultRoleId }),
    groupRoles: groups.map(({ group, ...role }) => ({ group, role: choiceOf(role) })),
  };
};

/** No other transaction saves the provider, or turns single sign-on on, until this one ends. */
export const lockIdentityProvider = async (tx: Tx): Promise<IdentityProvider | undefined> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('faro identity provider', 0))`);
  return readIdentityProvider(tx);
};

const secretLocation = (row: string) => ({ table: "identity_providers", row, field: "client_secret" });

/** Only for requests to the provider. */
export const openClientSecret = (
  keyring: Keyring,
  { id, clientSecret }: Pick<IdentityProvider, "id" | "clientSecret">,
): string => unseal(keyring, clientSecret, secretLocation(id));

export type SavedProvider = Omit<SingleSignOnInput, "clientSecret" | "updatedAt">;

export const saveIdentityProvider = async (
  tx: Tx,
  keyring: Keyring,
  { groupRoles, defaultRole, ...values }: SavedProvider,
  secret: string,
): Promise<void> => {
  // A new row each time, because a sealed value is bound to its row's id.
  await tx.delete(identityProviders);
  const id = newId();
  const role = defaultRole === null ? undefined : columnsOf(defaultRole);
  await tx.insert(identityProviders).values({
    ...values,
    id,
    clientSecret: seal(keyring, secret, secretLocation(id)),
    secretEnding: lastFourCharacters(secret),
    defaultRole: role?.role ?? null,
    defaultRoleId: role?.roleId ?? null,
  });
  if (groupRoles.length === 0) return;
  await tx.insert(providerGroupRoles).values(
    groupRoles.map(({ group, role: choice }, position) => ({
      providerId: id,
      position,
      group,
      ...columnsOf(choice),
    })),
  );
};

/** Returns whether there was one. */
export const deleteIdentityProvider = async (tx: Tx): Promise<boolean> => {
  const deleted = await tx.delete(identityProviders).returning({ id: identityProviders.id });
  return deleted.length > 0;
};

/** As the API shows it, with the secret masked. */
export const toSingleSignOnSettings = ({
  id: _id,
  createdAt: _createdAt,
  clientSecret: _sealed,
  secretEnding,
  updatedAt,
  ...settings
}: IdentityProvider): SingleSignOnSettings => ({
  ...settings,
  clientSecret: maskSecret(secretEnding),
  updatedAt: updatedAt.toISOString(),
});

/** Active administrators who can sign in with a password and a second factor when the provider is away. */
export const countLocalAdmins = async (db: Reader): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM users u
     WHERE u.role = 'admin' AND u.active AND u.password IS NOT NULL
       AND EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)`);
  return rows[0]?.count ?? 0;
};
