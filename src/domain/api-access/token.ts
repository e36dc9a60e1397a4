import { type Area, hasLevel, type Permissions, type Place, tokenMayUse } from "#domain/access/areas.ts";

/** What a token may be allowed to do. Each call of the API that programs may use names the one it needs. */
export const tokenScopes = [
  "people:read",
  "people:write",
  "conversations:read",
  "messages:draft",
  "messages:send",
  "calls:read",
  "calls:place",
  "rules:read",
  "rules:write",
  "rules:start",
  "knowledge:read",
  "knowledge:write",
  "events:read",
  "events:write",
  "webhooks:write",
] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The area in which a token with the scope reads or works. */
export const scopeAreas: Readonly<Record<TokenScope, Area>> = {
  "people:read": "people",
  "people:write": "people",
  "conversations:read": "inbox",
  "messages:draft": "inbox",
  "messages:send": "inbox",
  "calls:read": "voice",
  "calls:place": "voice",
  "rules:read": "rules",
  "rules:write": "rules",
  "rules:start": "rules",
  "knowledge:read": "ai",
  "knowledge:write": "ai",
  "events:read": "endpoints",
  "events:write": "endpoints",
  "webhooks:write": "integrations",
};

/** Where a call with the scope belongs; one that needs no scope is open to every token. */
export const placeOfScope = (scope: TokenScope | null, access: Place["access"]): Place => ({
  access,
  area: scope === null ? "everyone" : scopeAreas[scope],
});

/** Scopes of what only administrators do in the interface; the token's user must be one. */
const administratorScopes: readonly TokenScope[] = ["webhooks:write"];

const isOpenTo = (permissions: Permissions, scope: TokenScope): boolean =>
  !administratorScopes.includes(scope) || hasLevel(permissions, scopeAreas[scope], "manage");

/** The scopes of use to a user with these permissions: a token has no right that its user does not have. */
export const usefulScopes = (permissions: Permissions): TokenScope[] =>
  tokenScopes.filter(
    (scope) =>
      isOpenTo(permissions, scope) &&
      tokenMayUse(permissions, placeOfScope(scope, scope.endsWith(":read") ? "viewer" : "operator")),
  );

export const tokenLifeDays = { default: 90, most: 365 };

/** What is known of a token when a request brings it. */
export type TokenFacts = {
  scopes: readonly string[];
  /** Of the user for whom it acts; its rights shrink with theirs. */
  permissions: Permissions;
  isUserActive: boolean;
  /** Held by an AI assistant: what reaches a person then needs an approval, so the HTTP API is closed to it. */
  isForAssistant: boolean;
  expiresAt: number;
  revokedAt: number | null;
  suspendedAt: number | null;
  /** Of a grant to an OAuth client: the newest access token ends before the grant does. */
  accessExpiresAt: number | null;
};

export const tokenRefusals = [
  "token_revoked",
  "token_suspended",
  "token_expired",
  "token_user_inactive",
  "token_not_allowed_here",
  "token_lacks_scope",
  "token_lacks_role",
] as const;
export type TokenRefusal = (typeof tokenRefusals)[number];

/** Why what a token asked for earlier may not be done any more; null where it may. */
export const refuseHolder = (token: TokenFacts, now: number): TokenRefusal | null => {
  if (!token.isUserActive) return "token_user_inactive";
  if (token.revokedAt !== null) return "token_revoked";
  if (token.suspendedAt !== null) return "token_suspended";
  return token.expiresAt <= now ? "token_expired" : null;
};

/** Why a token may not be used at all; null where it may. */
export const refuseUse = (token: TokenFacts, now: number): TokenRefusal | null =>
  refuseHolder(token, now) ?? ((token.accessExpiresAt ?? now + 1) <= now ? "token_expired" : null);

/** Why a token may not call the HTTP API; null where it may. A call without a scope is closed to all tokens. */
export const refuseToken = (
  token: TokenFacts,
  call: Place & { scope: TokenScope | undefined },
  now: number,
): TokenRefusal | null => {
  const unusable = refuseUse(token, now);
  if (unusable) return unusable;
  if (call.scope === undefined || token.isForAssistant) return "token_not_allowed_here";
  if (!token.scopes.includes(call.scope)) return "token_lacks_scope";
  return tokenMayUse(token.permissions, call) && isOpenTo(token.permissions, call.scope)
    ? null
    : "token_lacks_role";
};

/** Requests that a token may make in a minute. */
export const tokenRates = { read: 600, write: 120 } as const;

const suspectRefusals = 10;
const suspectMs = 60_000;

/** Whether so many calls were refused lately that the token is suspended; the times are in ascending order. */
export const isTokenSuspect = (refusedAt: readonly number[], now: number): boolean =>
  refusedAt.filter((at) => at > now - suspectMs).length >= suspectRefusals;
