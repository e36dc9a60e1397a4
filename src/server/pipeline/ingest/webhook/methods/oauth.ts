import type { JWTVerifyOptions } from "jose";
import type { TokenSettings } from "#domain/ingestion/settings.ts";
import {
  accepted,
  bearerOf,
  type HookMethod,
  type HookVerdict,
  refuse,
  secretKeysOf,
} from "#server/pipeline/ingest/webhook/hook.ts";
import { type KeySet, KeysUnavailable } from "#server/pipeline/ingest/webhook/key-sets.ts";

/** The two lists never meet: a public key is never taken for a shared secret. */
const withKeyPair = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const withSharedSecret = ["HS256", "HS384", "HS512"];

const clockSkewSeconds = 30;

const expectations = (settings: TokenSettings, now: number): JWTVerifyOptions => ({
  currentDate: new Date(now),
  clockTolerance: clockSkewSeconds,
  ...(settings.issuer ? { issuer: settings.issuer } : {}),
  ...(settings.audience ? { audience: settings.audience } : {}),
});

const verifyByIssuer = async (
  token: string,
  keys: KeySet,
  options: JWTVerifyOptions,
): Promise<HookVerdict> => {
  try {
    // What an issuer hands out must end some day; a shared secret's owner may decide otherwise.
    await keys(token, { ...options, algorithms: withKeyPair, requiredClaims: ["exp"] });
    return accepted;
  } catch (error) {
    return refuseFor(error);
  }
};

const verifyBySecret = async (
  token: string,
  secrets: readonly string[],
  options: JWTVerifyOptions,
): Promise<HookVerdict> => {
  const { jwtVerify } = await import("jose");
  let verdict = refuse("not_set_up");
  for (const secret of secrets) {
    try {
      await jwtVerify(token, Buffer.from(secret), { ...options, algorithms: withSharedSecret });
      return accepted;
    } catch (error) {
      verdict = refuseFor(error);
    }
  }
  return verdict;
};

const refuseFor = (error: unknown): HookVerdict => {
  if (error instanceof KeysUnavailable) return refuse("not_set_up");
  const isTokens = error instanceof Error && "code" in error && /^ERR_J(OSE|W)/.test(String(error.code));
  if (isTokens || error instanceof TypeError) return refuse("token_wrong");
  throw error;
};

/** A bearer token that its issuer, or whoever shares a secret with us, has signed. */
export const oauth: HookMethod = {
  id: "oauth",
  check: ({ settings, secrets }, request, { now, fetchKeys }) => {
    const { jwksUrl } = settings.token;
    const secretKeys = secretKeysOf(secrets);
    if (jwksUrl === null && secretKeys.length === 0) return refuse("not_set_up");
    const token = bearerOf(request);
    if (token === undefined) return refuse("key_missing");
    const options = expectations(settings.token, now);
    return jwksUrl === null
      ? verifyBySecret(token, secretKeys, options)
      : verifyByIssuer(token, fetchKeys(jwksUrl), options);
  },
};
