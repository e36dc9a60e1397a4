import { mayActAs, type Role } from "#domain/role.ts";

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
  "knowledge:read",
  "knowledge:write",
  "events:read",
  "events:write",
] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const tokenLifeDays = { default: 90, most: 365 };

/** What is known of a token when a request brings it. */
export type TokenFacts = {
  scopes: readonly string[];
  /** The user for whom it acts; its rights shrink with theirs. */
  role: Role;
  isUserActive: boolean;
  /** Held by an AI assistant: what reaches a person then needs an approval, so the HTTP API is closed to it. */
  isForAssistant: boolean;
  expiresAt: number;
  revokedAt: number | null;
  suspendedAt: number | null;
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

/** No token has more rights than an operator. */
export const roleOfToken = (role: Role): Role => (role === "admin" ? "operator" : role);

/** Why a token may not be used at all; null where it may. */
export const refuseUse = (token: TokenFacts, now: number): TokenRefusal | null => {
  if (token.revokedAt !== null) return "token_revoked";
  if (token.suspendedAt !== null) return "token_suspended";
  if (token.expiresAt <= now) return "token_expired";
  return token.isUserActive ? null : "token_user_inactive";
};

/** Why a token may not call the HTTP API; null where it may. A call without a scope is closed to all tokens. */
export const refuseToken = (
  token: TokenFacts,
  call: { access: Role; scope: TokenScope | undefined },
  now: number,
): TokenRefusal | null => {
  const unusable = refuseUse(token, now);
  if (unusable) return unusable;
  if (call.scope === undefined || token.isForAssistant) return "token_not_allowed_here";
  if (!token.scopes.includes(call.scope)) return "token_lacks_scope";
  return mayActAs(roleOfToken(token.role), call.access) ? null : "token_lacks_role";
};

/** Requests that a token may make in a minute. */
export const tokenRates = { read: 600, write: 120 } as const;

const suspectRefusals = 10;
const suspectMs = 60_000;

/** Whether so many calls were refused lately that the token is suspended; the times are in ascending order. */
export const isTokenSuspect = (refusedAt: readonly number[], now: number): boolean =>
  refusedAt.filter((at) => at > now - suspectMs).length >= suspectRefusals;
