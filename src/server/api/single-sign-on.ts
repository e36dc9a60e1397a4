import type { FastifyRequest } from "fastify";
import type { SingleSignOn, SingleSignOnInput } from "#contract/single-sign-on.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { checkProvider } from "#server/auth/oidc/check-provider.ts";
import { scopesOf } from "#server/auth/oidc/oidc-client.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import {
  countLocalAdmins,
  deleteIdentityProvider,
  type IdentityProvider,
  lockIdentityProvider,
  openClientSecret,
  readIdentityProvider,
  saveIdentityProvider,
  toSingleSignOnSettings,
} from "#server/store/workspace/identity-provider.ts";
import { findChosenRole } from "#server/store/workspace/roles.ts";
import { publicOrigin } from "./endpoint-view.ts";
import { type Asking, invalidField } from "./field-problems.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { requireCovered } from "./require-rights.ts";
import { secretDestinationProblem } from "./secret-destination-problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** Where the provider sends browsers back. */
export const ssoRedirectUri = (services: ApiServices, request: FastifyRequest): string =>
  `${publicOrigin(services, request)}/sso/callback`;

/** Where browsers arrive after the provider ended its session. */
export const ssoSignOutUri = (services: ApiServices, request: FastifyRequest): string =>
  `${publicOrigin(services, request)}/`;

/** The provider decides who is an administrator, so nobody else may choose it. */
const requireAdministrator = (caller: UserSession): void => requireCovered(caller, builtInPermissions.admin);

const present = async (db: Reader, services: ApiServices, request: FastifyRequest): Promise<SingleSignOn> => {
  const provider = await readIdentityProvider(db);
  const origin = publicOrigin(services, request);
  return {
    settings: provider ? toSingleSignOnSettings(provider) : null,
    redirectUri: ssoRedirectUri(services, request),
    signOutUri: ssoSignOutUri(services, request),
    backChannelLogoutUri: `${origin}/sso/back-channel-logout`,
    passwordLink: `${origin}/?sign-in=password`,
    localAdmins: await countLocalAdmins(db),
  };
};

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

/** The secret that is used for an issuer: a stored one stays with the issuer for which it was saved. */
const secretFor = (
  { keyring }: ApiServices,
  stored: IdentityProvider | undefined,
  { issuer, clientSecret }: Pick<SingleSignOnInput, "issuer" | "clientSecret">,
  asking: Asking,
): string => {
  if (clientSecret !== undefined) return clientSecret;
  const language = requestLanguage(asking);
  if (!stored) {
    const message = issuePhrases[language].required;
    throw new Problem("invalid", { issues: [{ path: "clientSecret", message }] });
  }
  if (stored.issuer !== issuer)
    throw secretDestinationProblem(
      [{ name: "clientSecret", from: hostOf(stored.issuer), to: hostOf(issuer) }],
      language,
    );
  return openClientSecret(keyring, stored);
};

const requireRoles = async (
  tx: Tx,
  { groupRoles, defaultRole }: Pick<SingleSignOnInput, "groupRoles" | "defaultRole">,
  asking: Asking,
): Promise<void> => {
  if (new Set(groupRoles.map(({ group }) => group)).size < groupRoles.length)
    throw invalidField(asking, "groupRoles", "invalid");
  for (const [index, { role }] of groupRoles.entries())
    if (!(await findChosenRole(tx, role))) throw invalidField(asking, `groupRoles.${index}.role`, "invalid");
  if (defaultRole !== null && !(await findChosenRole(tx, defaultRole)))
    throw invalidField(asking, "defaultRole", "invalid");
};

export const singleSignOnHandlers: Handlers["singleSignOn"] = {
  get: ({ request, services }) => present(services.database.db, services, request),

  save: async ({ input: { body }, caller, actor, request, services }) => {
    requireAdministrator(caller);
    const { clientSecret, updatedAt, ...values } = body;
    const asking = { caller, request };
    if (values.onlySingleSignOn && !values.enabled) throw invalidField(asking, "onlySingleSignOn", "invalid");
    return services.write(actor, async ({ tx, audit, touch }) => {
      const before = await lockIdentityProvider(tx);
      if (updatedAt !== undefined && before?.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const secret = secretFor(services, before, body, asking);
      await requireRoles(tx, values, asking);
      // From then on only an administrator with both gets in while the provider is away.
      if (values.onlySingleSignOn && !before?.onlySingleSignOn && (await countLocalAdmins(tx)) === 0)
        throw new Problem("no_local_admin");
      await saveIdentityProvider(tx, services.keyring, values, secret);
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "single_sign_on",
        details: { kind: "thing", verb: "changed", thing: "single_sign_on" },
        metadata: {
          before: before ? toSingleSignOnSettings(before) : null,
          after: values,
          secretReplaced: clientSecret !== undefined,
        },
      });
      touch("settings", "users");
      return present(tx, services, request);
    });
  },

  test: async ({ input: { body }, caller, request, services }) => {
    requireAdministrator(caller);
    const asking = { caller, request };
    const stored = await readIdentityProvider(services.database.db);
    const { issuer, clientId, scopes } = body;
    const checked = {
      issuer,
      clientId,
      clientSecret: secretFor(services, stored, body, asking),
      redirectUri: ssoRedirectUri(services, request),
      scope: scopesOf(scopes),
    };
    return { steps: await checkProvider(services.egress, checked, requestLanguage(asking)) };
  },

  remove: async ({ caller, actor, services: { write } }) => {
    requireAdministrator(caller);
    await write(actor, async ({ tx, audit, touch }) => {
      await lockIdentityProvider(tx);
      if (!(await deleteIdentityProvider(tx))) throw new Problem("not_found");
      audit({
        eventType: "settings_update",
        entityType: "settings",
        entityId: "single_sign_on",
        details: { kind: "thing", verb: "deleted", thing: "single_sign_on" },
      });
      touch("settings", "users");
    });
    return { ok: true };
  },
};
