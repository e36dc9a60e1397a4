import type { ProviderUser, StatedGroups } from "./provider-claims.ts";
import type { SignInFailure } from "./sign-in-failure.ts";

/** A built-in role by its name, or a role of the workspace's own by its id. */
export type RoleChoiceValue = string;
export type GroupRole = { group: string; role: RoleChoiceValue };

export type ProviderRules = {
  issuer: string;
  /** Empty allows every domain. */
  domains: readonly string[];
  /** The first group of the list that the user has decides. Empty: roles are given here, not by groups. */
  groupRoles: readonly GroupRole[];
  /** Of users without a listed group; null refuses them. */
  defaultRole: RoleChoiceValue | null;
  createsUsers: boolean;
  linksUsers: boolean;
};

/** What is stored of the user of an account. */
export type KnownUser = { id: string; isActive: boolean };
export type KnownUsers = {
  /** The user to whom this account of the provider is linked. */
  linked: KnownUser | undefined;
  /** The user with the e-mail address of the account. */
  sameEmail: (KnownUser & { isLinkedElsewhere: boolean }) | undefined;
};

/** A role of null leaves the user's role as it is. */
export type ProviderSignIn =
  | { kind: "sign_in" | "link"; userId: string; role: RoleChoiceValue | null }
  | { kind: "create"; email: string; role: RoleChoiceValue }
  | { kind: "refuse"; reason: SignInFailure };

const refuse = (reason: SignInFailure): ProviderSignIn => ({ kind: "refuse", reason });

type ChosenRole = { role: RoleChoiceValue } | { refused: "no_role" | "groups_unreadable" };

/** The role that the groups give. Without a table of groups it is the default role, for new users only. */
export const roleOfGroups = (
  groups: StatedGroups,
  { groupRoles, defaultRole }: Pick<ProviderRules, "groupRoles" | "defaultRole">,
): ChosenRole => {
  // A default role in place of groups that cannot be read could be more than they give.
  if (groups === "elsewhere" && groupRoles.length > 0) return { refused: "groups_unreadable" };
  const named = new Set(typeof groups === "string" ? [] : groups);
  const role = groupRoles.find(({ group }) => named.has(group))?.role ?? defaultRole;
  return role === null ? { refused: "no_role" } : { role };
};

const googleIssuer = "https://accounts.google.com";

/** Anyone can register an address of another's domain at Google, so there the account's organisation counts, too. */
const isOfDomains = (
  { email, organization }: Pick<ProviderUser, "email" | "organization">,
  { domains, issuer }: Pick<ProviderRules, "domains" | "issuer">,
): boolean => {
  if (domains.length === 0) return true;
  const domain = email?.slice(email.lastIndexOf("@") + 1);
  const isListed = (name: string | null | undefined) => name != null && domains.includes(name);
  return isListed(domain) && (issuer !== googleIssuer || isListed(organization));
};

/** Who may sign in with an account of the identity provider, as which user and with which role, or why not. */
export const decideProviderSignIn = (
  account: ProviderUser,
  rules: ProviderRules,
  { linked, sameEmail }: KnownUsers,
): ProviderSignIn => {
  if (linked && !linked.isActive) return refuse("user_inactive");
  const { email } = account;
  const needsEmail = !linked || rules.domains.length > 0;
  if (needsEmail && email === null) return refuse("email_missing");
  // An address that anyone could have entered proves neither a domain nor a user.
  if (needsEmail && !account.isEmailVerified) return refuse("email_unverified");
  if (!isOfDomains(account, rules)) return refuse("domain_not_allowed");
  const user = linked ?? sameEmail;
  if (!linked && sameEmail) {
    if (!rules.linksUsers) return refuse("not_linked");
    if (sameEmail.isLinkedElsewhere) return refuse("linked_elsewhere");
    if (!sameEmail.isActive) return refuse("user_inactive");
  }
  if (!user && !rules.createsUsers) return refuse("no_account");
  if (user && rules.groupRoles.length === 0)
    return { kind: linked ? "sign_in" : "link", userId: user.id, role: null };
  const chosen = roleOfGroups(account.groups, rules);
  if ("refused" in chosen) return refuse(chosen.refused);
  const { role } = chosen;
  if (user) return { kind: linked ? "sign_in" : "link", userId: user.id, role };
  return email === null ? refuse("email_missing") : { kind: "create", email, role };
};

/** Who may use a password. `localAdmins`: active administrators with a password and a second factor. */
export const mayUsePassword = (
  user: { role: string; hasSecondFactor: boolean },
  workspace: { onlySingleSignOn: boolean; localAdmins: number },
): boolean => {
  if (!workspace.onlySingleSignOn) return true;
  if (user.role !== "admin") return false;
  // Where no administrator has both any more, the password must do, or the workspace would be locked.
  return user.hasSecondFactor || workspace.localAdmins === 0;
};
