import type { FastifyRequest } from "fastify";
import { isAdministrative } from "#domain/access/areas.ts";
import { decideProviderSignIn, type ProviderSignIn } from "#domain/access/decide-provider-sign-in.ts";
import { type ProviderUser, readProviderUser } from "#domain/access/provider-claims.ts";
import type { SignInFailure } from "#domain/access/sign-in-failure.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { OidcAccount } from "#server/auth/oidc/oidc-client.ts";
import { findSecondFactor } from "#server/auth/second-factors.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import { newId } from "#server/db/id.ts";
import type { IdentityProvider } from "#server/store/workspace/identity-provider.ts";
import { markRead } from "#server/store/workspace/notifications.ts";
import { type AssignedRole, findChosenRole, readRole } from "#server/store/workspace/roles.ts";
import { findKnownUsers, lockIdentity, recordIdentity } from "#server/store/workspace/user-identities.ts";
import {
  countOtherLocalAdmins,
  insertUser,
  lockUser,
  recordSignIn,
  type User,
  updateUser,
} from "#server/store/workspace/users.ts";
import type { WriteContext } from "#server/store/write.ts";
import type { ApiServices } from "./handler.ts";
import { openSession } from "./open-session.ts";

type Arriving = {
  services: ApiServices;
  provider: IdentityProvider;
  actor: Actor;
  request: FastifyRequest;
  /** Who was signed in with the browser before. */
  caller: UserSession | undefined;
};

/** What counts for the sign-in in this workspace. */
type Demands = { sessionTimeout: number; adminSecondFactor: boolean };

export type ProviderSignInEnd =
  | { kind: "signed_in"; token: string; email: string }
  /** The user's own second factor is asked for, because the provider did not ask for one. */
  | { kind: "code_needed"; userId: string }
  | { kind: "refused"; reason: SignInFailure; email: string | null };

/** Undoes what the sign-in changed so far. */
class SignInRefused extends Error {
  readonly reason: SignInFailure;
  constructor(reason: SignInFailure) {
    super(reason);
    this.reason = reason;
  }
}
/** Another request changed the users since the decision. */
class UsersChanged extends Error {}

const maxTries = 3;

type Admitted = Exclude<ProviderSignIn, { kind: "refuse" }>;

const addUser = async (
  { tx, audit }: WriteContext,
  id: string,
  account: ProviderUser,
  { email, role: choice }: Admitted & { kind: "create" },
  name: string,
): Promise<{ user: User; role: AssignedRole }> => {
  const role = await findChosenRole(tx, choice);
  if (!role) throw new UsersChanged();
  const { firstName, lastName, language } = account;
  const user = await insertUser(tx, {
    id,
    email,
    // Such a user has no password, so none can be guessed.
    password: null,
    longPassword: null,
    role: role.role,
    roleId: role.roleId,
    firstName,
    lastName,
    language,
  });
  if (!user) throw new UsersChanged();
  // What happened before they came is no news to them.
  await markRead(tx, id, undefined);
  audit({
    eventType: "data_change",
    entityType: "user",
    entityId: id,
    details: { kind: "user_added_by_provider", email, role: role.role, roleName: role.roleName, name },
  });
  return { user, role };
};

/** Gives the role of the groups, except to the last administrator with a password, who keeps theirs. */
const giveRole = async (
  { tx, audit }: WriteContext,
  user: User,
  choice: string | null,
  name: string,
): Promise<{ user: User; role: AssignedRole }> => {
  const former = await readRole(tx, user);
  if (choice === null) return { user, role: former };
  const role = await findChosenRole(tx, choice);
  if (!role) throw new UsersChanged();
  if (role.role === former.role && role.roleId === former.roleId) return { user, role };
  const { id, email, password, longPassword } = user;
  if (former.role === "admin" && password !== null && (await countOtherLocalAdmins(tx, id)) === 0) {
    audit({
      eventType: "failed_action",
      entityType: "user",
      entityId: id,
      details: { kind: "last_admin_kept_role", email, name },
      status: "failure",
    });
    return { user, role: former };
  }
  // A password that may be too short for these rights ends; the user signs in with the provider.
  const isRaised = isAdministrative(role.permissions) && !isAdministrative(former.permissions);
  const endsPassword = isRaised && password !== null && longPassword !== true;
  const changed = await updateUser(tx, id, {
    role: role.role,
    roleId: role.roleId,
    ...(endsPassword ? { password: null, longPassword: null } : {}),
  });
  audit({
    eventType: "data_change",
    entityType: "user",
    entityId: id,
    details: { kind: "role_given_by_provider", email, role: role.role, roleName: role.roleName, name },
    metadata: { former: former.roleName ?? former.role, passwordRemoved: endsPassword },
  });
  return { user: changed ?? user, role };
};

const admitUser = async (
  context: WriteContext,
  { provider, request, caller }: Arriving,
  { sessionTimeout, adminSecondFactor }: Demands,
  { user: account, idToken, sid }: { user: ProviderUser; idToken: string; sid: string | null },
  admitted: Admitted,
  userId: string,
): Promise<ProviderSignInEnd> => {
  const { tx, audit, touch } = context;
  const { issuer, subject } = account;
  const { name } = provider;
  const decided = decideProviderSignIn(
    account,
    provider,
    await findKnownUsers(tx, { issuer, subject }, account.email),
  );
  if (JSON.stringify(decided) !== JSON.stringify(admitted)) throw new UsersChanged();
  const found = admitted.kind === "create" ? undefined : await lockUser(tx, admitted.userId);
  // Deactivated meanwhile: the next decision says so.
  if (admitted.kind !== "create" && !found?.active) throw new UsersChanged();
  const { user, role } =
    admitted.kind === "create"
      ? await addUser(context, userId, account, admitted, name)
      : await giveRole(context, found as User, admitted.role, name);
  if (admitted.kind === "link")
    audit({
      eventType: "data_change",
      entityType: "user",
      entityId: user.id,
      details: { kind: "user_linked_to_provider", email: user.email, name },
      metadata: { issuer, subject },
    });
  await recordIdentity(tx, user.id, { issuer, subject });
  touch("users", "account");
  const { hasSecondFactor } = account;
  const ownFactor = await findSecondFactor(tx, user.id);
  if (ownFactor?.confirmedAt && !hasSecondFactor) return { kind: "code_needed", userId: user.id };
  const isDemanded = isAdministrative(role.permissions) && adminSecondFactor;
  // With a password they can set one up; without, nothing would be left to them.
  if (isDemanded && !hasSecondFactor && user.password === null)
    throw new SignInRefused("second_factor_missing");
  const session = { issuer, subject, sid, hasSecondFactor, idToken };
  const token = await openSession(tx, { caller, request, sessionTimeout }, user.id, session);
  await recordSignIn(tx, user.id);
  audit({
    eventType: "sign_in",
    entityType: "user",
    entityId: user.id,
    details: { kind: "signed_in_with_provider", email: user.email, name },
  });
  return { kind: "signed_in", token, email: user.email };
};

/** Signs in the user of a proven account: finds, links or adds them, gives the role and opens the session. */
export const signInWithAccount = async (
  arriving: Arriving,
  { subject, claims, sid, idToken }: OidcAccount,
): Promise<ProviderSignInEnd> => {
  const { services, provider, actor } = arriving;
  const { issuer } = provider;
  const identity = { issuer, subject };
  const user = readProviderUser(identity, claims, provider);
  const refused = (reason: SignInFailure): ProviderSignInEnd => ({
    kind: "refused",
    reason,
    email: user.email,
  });
  const { sessionTimeout } = await services.general();
  const { adminSecondFactor } = await services.security();
  for (let tries = 0; tries < maxTries; tries++) {
    const known = await findKnownUsers(services.database.db, identity, user.email);
    const decision = decideProviderSignIn(user, provider, known);
    if (decision.kind === "refuse") return refused(decision.reason);
    const userId = decision.kind === "create" ? newId() : decision.userId;
    try {
      return await services.write({ ...actor, userId }, async (context) => {
        await lockIdentity(context.tx, identity);
        return admitUser(
          context,
          arriving,
          { sessionTimeout, adminSecondFactor },
          { user, idToken, sid },
          decision,
          userId,
        );
      });
    } catch (error) {
      if (error instanceof SignInRefused) return refused(error.reason);
      if (!(error instanceof UsersChanged)) throw error;
    }
  }
  return refused("attempt_unknown");
};

/** The entry of a sign-in with the provider that came to nothing; `detail` is ours or was checked for its form. */
export const recordProviderFailure = (
  { write }: Pick<ApiServices, "write">,
  actor: Actor,
  { name }: Pick<IdentityProvider, "name">,
  failure: { reason: SignInFailure; email?: string | null; detail?: string | null },
): Promise<void> =>
  write({ ...actor, userId: null }, async ({ audit }) =>
    audit({
      eventType: "failed_action",
      entityType: "user",
      entityId: "unknown",
      details: {
        kind: "provider_sign_in_failed",
        name,
        email: failure.email ?? null,
        reason: failure.reason,
      },
      metadata: failure.detail ? { detail: failure.detail } : {},
      status: "failure",
    }),
  );
