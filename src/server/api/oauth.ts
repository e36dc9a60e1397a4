import type { AuthorizationQuery, ConsentPage } from "#contract/oauth.ts";
import type { Permissions } from "#domain/access/areas.ts";
import { type TokenScope, usefulScopes } from "#domain/api-access/token.ts";
import { mcpTools } from "#domain/mcp/tools.ts";
import {
  type AuthorizationRequest,
  type OAuthClient,
  readAuthorizationRequest,
  tickedFirst,
} from "#domain/oauth/authorization-request.ts";
import { createSecretValue, hashSecretValue } from "#server/auth/api-tokens.ts";
import { registeredIdPrefix } from "#server/auth/oauth-client.ts";
import {
  answerAddress,
  isRegisteredRedirect,
  isSameResource,
  redirectHost,
} from "#server/auth/redirect-uri.ts";
import { insertCode } from "#server/store/workspace/oauth-server.ts";
import { resolveOAuthClient } from "./find-oauth-client.ts";
import type { ApiCall, Handlers } from "./handler.ts";
import { type OAuthAddresses, oauthAddresses, resourceAddress } from "./oauth-addresses.ts";
import { Problem } from "./problem.ts";

const assistantScopes = new Set(mcpTools.map(({ scope }) => scope));

/** What an assistant can use, of what the user may do. */
const offeredScopes = (permissions: Permissions): TokenScope[] =>
  usefulScopes(permissions).filter((scope) => assistantScopes.has(scope));

type Asked = {
  addresses: OAuthAddresses;
  client: OAuthClient;
  request: AuthorizationRequest;
};

/** Checks client and address first: without them there is no place that an answer may go to. */
const readAsked = async (
  { services, request }: Pick<ApiCall<never>, "services" | "request">,
  query: AuthorizationQuery,
): Promise<Asked> => {
  const addresses = await oauthAddresses(services, request);
  if (!addresses) throw new Problem("oauth_off");
  const client = await resolveOAuthClient(services, query.client_id);
  if (!client) throw new Problem("oauth_client_unknown");
  if (!isRegisteredRedirect(client.redirectUris, query.redirect_uri))
    throw new Problem("oauth_redirect_unknown");
  const parameters = {
    responseType: query.response_type,
    codeChallenge: query.code_challenge,
    codeChallengeMethod: query.code_challenge_method,
    scope: query.scope,
    isForResource: query.resource !== undefined && isSameResource(query.resource, addresses.audience),
  };
  return { addresses, client, request: readAuthorizationRequest(parameters) };
};

const answer = (
  { addresses }: Asked,
  { redirect_uri: uri, state }: AuthorizationQuery,
  values: Record<string, string>,
): string => answerAddress(uri, { ...values, state, iss: addresses.issuer });

const faultOf = (asked: Asked, query: AuthorizationQuery): ConsentPage["fault"] => {
  if (asked.request.ok) return null;
  const { error, description } = asked.request;
  return { error, description, returnTo: answer(asked, query, { error, error_description: description }) };
};

export const oauthHandlers: Handlers["oauth"] = {
  status: async ({ services, request }) => ({
    isOn: (await services.security()).assistantSignIn,
    address: resourceAddress(services, request),
  }),

  describe: async ({ input: { query }, caller, services, request }) => {
    const asked = await readAsked({ services, request }, query);
    const offered = offeredScopes(caller.user.permissions);
    const scopes = asked.request.ok ? asked.request.scopes : [];
    const isRegistered = asked.client.id.startsWith(registeredIdPrefix);
    return {
      client: { name: asked.client.name, host: isRegistered ? null : new URL(asked.client.id).host },
      redirectHost: redirectHost(query.redirect_uri),
      offered,
      asked: offered.filter((scope) => scopes.includes(scope)),
      ticked: tickedFirst(scopes, offered),
      fault: faultOf(asked, query),
    };
  },

  decide: async ({ input: { body }, caller, actor, services, request: http }) => {
    const { request: query } = body;
    const asked = await readAsked({ services, request: http }, query);
    const { client, request, addresses } = asked;
    if (!request.ok) return { redirectTo: faultOf(asked, query)?.returnTo ?? "/" };
    const offered = offeredScopes(caller.user.permissions);
    const scopes = offered.filter((scope) => body.scopes.includes(scope));
    if (scopes.length === 0) return { redirectTo: answer(asked, query, { error: "access_denied" }) };
    const code = createSecretValue("faro_code_");
    await services.write(actor, async ({ tx, audit }) => {
      const allowed = {
        hash: hashSecretValue(code),
        userId: caller.user.id,
        client,
        redirectUri: query.redirect_uri,
        scopes,
        audience: addresses.audience,
        challenge: request.challenge,
      };
      await insertCode(tx, allowed, Date.now());
      audit({
        eventType: "settings_update",
        entityType: "token",
        entityId: client.id,
        details: { kind: "client_allowed", name: client.name },
        metadata: { scopes, clientId: client.id, redirectHost: redirectHost(query.redirect_uri) },
      });
    });
    return { redirectTo: answer(asked, query, { code }) };
  },
};
