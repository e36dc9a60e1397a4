import { createHash } from "node:crypto";
import { oauthLives } from "#domain/oauth/authorization-request.ts";
import type { ApiServices } from "#server/api/handler.ts";
import type { OAuthAddresses } from "#server/api/oauth-addresses.ts";
import type { Actor } from "#server/audit/entry.ts";
import { createSecretValue, createTokenValue, hashSecretValue } from "#server/auth/api-tokens.ts";
import { isSameResource, redirectHost } from "#server/auth/redirect-uri.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { revokeApiToken } from "#server/store/workspace/api-tokens.ts";
import {
  findGrantOfToken,
  insertGrant,
  lockGrantOfRefresh,
  rotateTokens,
  type StoredCode,
  type StoredGrant,
  type TokenHashes,
  takeCode,
} from "#server/store/workspace/oauth-server.ts";
import type { WriteContext } from "#server/store/write.ts";

/** The form that a client posts. */
export type TokenForm = Partial<Record<string, string>>;

export type TokenFault =
  | "invalid_request"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type";

export type TokenAnswer =
  | { ok: true; body: Record<string, unknown> }
  | { ok: false; error: TokenFault; description: string };

const refused = (error: TokenFault, description: string): TokenAnswer => ({ ok: false, error, description });

const newTokens = (): { access: string; refresh: string; hashes: TokenHashes } => {
  const access = createTokenValue();
  const refresh = createSecretValue("faro_refresh_");
  const hashes = {
    access: hashSecretValue(access),
    refresh: hashSecretValue(refresh),
    ending: access.slice(-4),
  };
  return { access, refresh, hashes };
};

const granted = (
  { access, refresh }: { access: string; refresh: string },
  scopes: readonly string[],
): TokenAnswer => ({
  ok: true,
  body: {
    access_token: access,
    token_type: "Bearer",
    expires_in: oauthLives.accessMs / 1000,
    refresh_token: refresh,
    scope: scopes.join(" "),
  },
});

/** PKCE: the client proves that it began what it now ends. */
const provesChallenge = (verifier: string | undefined, challenge: string): boolean =>
  verifier !== undefined &&
  /^[\w.~-]{43,128}$/.test(verifier) &&
  timingSafeEqualText(createHash("sha256").update(verifier).digest("base64url"), challenge);

const faultOfCode = (
  code: StoredCode | undefined,
  form: TokenForm,
  { audience }: OAuthAddresses,
): [TokenFault, string] | undefined => {
  if (!code || code.isExpired) return ["invalid_grant", "There is no such code, or it has expired"];
  if (code.clientId !== form.client_id) return ["invalid_grant", "The code was given to another client"];
  if (code.redirectUri !== form.redirect_uri) return ["invalid_grant", "Another redirect_uri"];
  if (!provesChallenge(form.code_verifier, code.challenge)) return ["invalid_grant", "A wrong code_verifier"];
  if (code.audience !== audience || (form.resource && !isSameResource(form.resource, audience)))
    return ["invalid_target", `The resource must be ${audience}`];
  return undefined;
};

/** Ends a grant of which a code or refresh token was used a second time: one of the two users of it is a thief. */
const endStolenGrant = async (
  { tx, audit, touch }: WriteContext,
  tokenId: string | null,
  reused: "code" | "refresh_token",
): Promise<void> => {
  const name = tokenId === null ? undefined : await revokeApiToken(tx, tokenId, null);
  if (tokenId === null || name === undefined) return;
  audit({
    eventType: "failed_action",
    entityType: "token",
    entityId: tokenId,
    details: { kind: "client_access_revoked", name, reused },
    status: "failure",
  });
  touch("tokens");
};

const exchangeCode = (
  { write }: ApiServices,
  addresses: OAuthAddresses,
  form: TokenForm,
  actor: Actor,
): Promise<TokenAnswer> => {
  const hash = hashSecretValue(form.code ?? "");
  const tokens = newTokens();
  return write(actor, async (context) => {
    const code = await takeCode(context.tx, hash);
    if (code?.wasUsed) {
      await endStolenGrant(context, code.tokenId, "code");
      return refused("invalid_grant", "The code was used before");
    }
    const fault = faultOfCode(code, form, addresses);
    if (fault || !code) return refused(...(fault ?? (["invalid_grant", ""] as const)));
    const id = await insertGrant(
      context.tx,
      hash,
      { ...code, clientHost: redirectHost(code.redirectUri) },
      tokens.hashes,
      Date.now(),
    );
    context.audit({
      eventType: "settings_update",
      entityType: "token",
      entityId: id,
      details: { kind: "client_access_given", name: code.clientName },
      metadata: { userId: code.userId, clientId: code.clientId, scopes: code.scopes },
    });
    context.touch("tokens");
    return granted(tokens, code.scopes);
  });
};

const faultOfRefresh = (
  grant: StoredGrant,
  form: TokenForm,
  { audience }: OAuthAddresses,
): [TokenFault, string] | undefined => {
  if (grant.clientId !== form.client_id) return ["invalid_grant", "It was given to another client"];
  if (grant.isOver) return ["invalid_grant", "The access has ended"];
  if (grant.audience !== audience || (form.resource && !isSameResource(form.resource, audience)))
    return ["invalid_target", `The resource must be ${audience}`];
  const asked = (form.scope ?? "").split(" ").filter((one) => one !== "" && one !== "offline_access");
  return asked.every((one) => grant.scopes.some((scope) => scope === one))
    ? undefined
    : ["invalid_scope", "More than was granted; ask the user again"];
};

const refreshTokens = (
  { write }: ApiServices,
  addresses: OAuthAddresses,
  form: TokenForm,
  actor: Actor,
): Promise<TokenAnswer> => {
  const hash = hashSecretValue(form.refresh_token ?? "");
  const tokens = newTokens();
  return write(actor, async (context) => {
    const grant = await lockGrantOfRefresh(context.tx, hash);
    if (!grant) return refused("invalid_grant", "There is no such refresh token");
    if (grant.wasUsed) {
      await endStolenGrant(context, grant.id, "refresh_token");
      return refused("invalid_grant", "The refresh token was used before");
    }
    const fault = faultOfRefresh(grant, form, addresses);
    if (fault) return refused(...fault);
    await rotateTokens(context.tx, grant, hash, tokens.hashes, Date.now());
    context.touch("tokens");
    return granted(tokens, grant.scopes);
  });
};

/** Answers the token endpoint. What it refuses is stored, too: a code is used up by its first attempt. */
export const answerTokenRequest = async (
  services: ApiServices,
  addresses: OAuthAddresses,
  form: TokenForm,
  actor: Actor,
): Promise<TokenAnswer> => {
  if (!form.client_id) return refused("invalid_request", "client_id is missing");
  if (form.grant_type === "authorization_code")
    return form.code
      ? exchangeCode(services, addresses, form, actor)
      : refused("invalid_request", "code is missing");
  if (form.grant_type === "refresh_token")
    return form.refresh_token
      ? refreshTokens(services, addresses, form, actor)
      : refused("invalid_request", "refresh_token is missing");
  return refused("unsupported_grant_type", "Only authorization_code and refresh_token");
};

/** RFC 7009: ends the grant of a token; a token of another client, or an unknown one, changes nothing. */
export const revokeGrant = async (
  { write, database }: ApiServices,
  { token = "", client_id: clientId }: TokenForm,
  actor: Actor,
): Promise<void> => {
  const grant = await findGrantOfToken(database.db, hashSecretValue(token));
  if (!grant || grant.clientId !== clientId) return;
  await write({ ...actor, userId: grant.userId }, async ({ tx, audit, touch }) => {
    const name = await revokeApiToken(tx, grant.id, null);
    if (name === undefined) return;
    audit({
      eventType: "settings_update",
      entityType: "token",
      entityId: grant.id,
      details: { kind: "client_access_ended", name },
    });
    touch("tokens");
  });
};
