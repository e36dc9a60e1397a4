import { type TokenScope, tokenScopes } from "#domain/api-access/token.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** How long what is handed out can be used. A grant that is used goes on, but no longer than a year. */
export const oauthLives = {
  codeMs: 5 * minuteMs,
  accessMs: 60 * minuteMs,
  grantMs: 90 * dayMs,
  longestGrantMs: 365 * dayMs,
} as const;

/** When a grant that was made then and is used now ends. */
export const grantEnd = (madeAt: number, now: number): number =>
  Math.min(now + oauthLives.grantMs, madeAt + oauthLives.longestGrantMs);

/** What a client asks for first; the user may allow more on the page. */
export const firstScopes: readonly TokenScope[] = ["people:read"];

/** The parameters with which a client opens the page. */
export type AuthorizationParameters = {
  responseType: string | undefined;
  codeChallenge: string | undefined;
  codeChallengeMethod: string | undefined;
  scope: string | undefined;
  /** Whether it names the resource that tokens are granted for. */
  isForResource: boolean;
};

export type AuthorizationFault =
  | "unsupported_response_type"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target";

export type AuthorizationRequest =
  | { ok: true; challenge: string; scopes: TokenScope[] }
  | { ok: false; error: AuthorizationFault; description: string };

const refused = (error: AuthorizationFault, description: string): AuthorizationRequest => ({
  ok: false,
  error,
  description,
});

/** Reads the request of a client whose redirect address was already found to be its own. */
export const readAuthorizationRequest = ({
  responseType,
  codeChallenge,
  codeChallengeMethod,
  scope,
  isForResource,
}: AuthorizationParameters): AuthorizationRequest => {
  if (responseType !== "code") return refused("unsupported_response_type", "Only code is supported");
  if (codeChallengeMethod !== "S256" || !codeChallenge || !/^[\w-]{43}$/.test(codeChallenge))
    return refused("invalid_request", "A code_challenge by the method S256 is required");
  if (!isForResource) return refused("invalid_target", "The resource must be the address of the MCP server");
  const named = [...new Set((scope ?? "").split(" ").filter(Boolean))];
  // Clients also ask for this to get a refresh token, which every client gets.
  const asked = named.filter((one) => one !== "offline_access");
  if (asked.some((one) => !tokenScopes.some((known) => known === one)))
    return refused("invalid_scope", "An unknown scope");
  return {
    ok: true,
    challenge: codeChallenge,
    scopes: asked.length === 0 ? [...firstScopes] : (asked as TokenScope[]),
  };
};

/** The scopes that are ticked when the page opens: of those that are asked for and of use, only reading ones. */
export const tickedFirst = (asked: readonly TokenScope[], offered: readonly TokenScope[]): TokenScope[] =>
  offered.filter((scope) => asked.includes(scope) && scope.endsWith(":read"));

/** A program that asks users for access. Its name is its own claim. */
export type OAuthClient = { id: string; name: string; redirectUris: string[] };
