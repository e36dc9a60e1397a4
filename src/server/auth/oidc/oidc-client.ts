import { findClaim, type ProviderClaims } from "#domain/access/provider-claims.ts";
import type { Egress } from "#server/egress/egress.ts";
import { createKeySets } from "#server/egress/key-sets.ts";
import { createDiscovery, type Discovered, type ProviderMetadata } from "./provider-metadata.ts";
import {
  type ProviderClient,
  type Refusal,
  refusal,
  refusalOfFault,
  requestTokens,
  requestUserInfo,
} from "./request-tokens.ts";
import { codeChallenge } from "./sealed-cookie.ts";
import { type ProviderLogout, verifyIdToken, verifyLogoutToken } from "./verify-tokens.ts";

export type OidcProvider = ProviderClient & {
  issuer: string;
  /** Scopes beside those that every provider knows. */
  scopes: string;
  groupClaim: string;
  /** Whether groups give roles. */
  usesGroups: boolean;
};

/** What a sign-in began with, kept in the browser that began it. */
export type OidcAttempt = { state: string; nonce: string; verifier: string; redirectUri: string };
/** The parameters with which the provider sends the browser back. */
export type OidcAnswer = { code: string; iss: string | undefined };

export type OidcAccount = {
  subject: string;
  claims: ProviderClaims;
  /** The provider's id of its own session, by which it ends ours. */
  sid: string | null;
  idToken: string;
};

export type OidcClient = {
  discover: (issuer: string) => Promise<Discovered>;
  authorizationUrl: (metadata: ProviderMetadata, provider: OidcProvider, attempt: OidcAttempt) => string;
  finish: (
    provider: OidcProvider,
    attempt: OidcAttempt,
    answer: OidcAnswer,
  ) => Promise<{ ok: true; account: OidcAccount } | Refusal>;
  readLogout: (
    provider: Pick<OidcProvider, "issuer" | "clientId">,
    token: string,
  ) => Promise<{ ok: true; logout: ProviderLogout } | Refusal>;
};

export const scopesOf = (further: string): string =>
  [...new Set(["openid", "email", "profile", ...further.split(/\s+/)])].filter(Boolean).join(" ");

const authorizationUrl: OidcClient["authorizationUrl"] = (metadata, { clientId, scopes }, attempt) => {
  const url = new URL(metadata.authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: attempt.redirectUri,
    scope: scopesOf(scopes),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: codeChallenge(attempt.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};

/** Signs users in with OpenID Connect: the authorization code flow with PKCE, over the guarded egress. */
export const createOidcClient = (egress: Pick<Egress, "request">): OidcClient => {
  const discover = createDiscovery(egress);
  const keySets = createKeySets(egress, Date.now, "server");

  /** Providers may name address and groups on their page of user information only. */
  const completeClaims = async (
    { userinfo_endpoint: url }: ProviderMetadata,
    { groupClaim, usesGroups }: OidcProvider,
    claims: ProviderClaims & { sub: string },
    accessToken: string | null,
  ): Promise<{ ok: true; claims: ProviderClaims } | Refusal> => {
    const isComplete =
      claims.email !== undefined && (!usesGroups || findClaim(claims, groupClaim) !== undefined);
    if (isComplete || url === undefined || accessToken === null) return { ok: true, claims };
    const info = await requestUserInfo(egress, url, accessToken);
    if (!info.ok) return info;
    if (info.claims === undefined) return { ok: true, claims };
    // The page of another user must not complete this one (OpenID Connect Core, 5.3.2).
    if (info.claims.sub !== claims.sub) return refusal("token_invalid", "userinfo sub");
    return { ok: true, claims: { ...info.claims, ...claims } };
  };

  return {
    discover,
    authorizationUrl,

    finish: async (provider, attempt, { code, iss }) => {
      const discovered = await discover(provider.issuer);
      if (!discovered.ok) return refusalOfFault(discovered.fault);
      const { metadata } = discovered;
      // RFC 9207: an answer of another provider is not exchanged at this one.
      const mustName = metadata.authorization_response_iss_parameter_supported === true;
      if ((iss !== undefined || mustName) && iss !== provider.issuer) return refusal("token_issuer", "iss");
      const tokens = await requestTokens(egress, metadata, provider, { code, ...attempt });
      if (!tokens.ok) return tokens;
      const { idToken, accessToken } = tokens;
      const verified = await verifyIdToken(keySets(metadata.jwks_uri), provider, idToken, attempt.nonce);
      if (!verified.ok) return verified;
      const { sub, sid } = verified.claims;
      const completed = await completeClaims(metadata, provider, verified.claims, accessToken);
      if (!completed.ok) return completed;
      return {
        ok: true,
        account: {
          subject: sub,
          claims: completed.claims,
          sid: typeof sid === "string" && sid.length <= 500 ? sid : null,
          idToken,
        },
      };
    },

    readLogout: async (provider, token) => {
      const discovered = await discover(provider.issuer);
      if (!discovered.ok) return refusalOfFault(discovered.fault);
      return verifyLogoutToken(keySets(discovered.metadata.jwks_uri), provider, token);
    },
  };
};
