import type { JWTVerifyOptions } from "jose";
import type { TokenSettings } from "#domain/ingestion/settings.ts";
import { type KeySet, KeysUnavailable, keyPairAlgorithms } from "#server/egress/key-sets.ts";
import {
  type AuthMethodVerifier,
  acceptedSecretKeys,
  bearerToken,
  refused,
  type Verification,
  verified,
} from "#server/pipeline/ingest/webhook/verification.ts";

/** Apart from those of a pair of keys, so that a public key is never accepted as a shared secret. */
const sharedSecretAlgorithms = ["HS256", "HS384", "HS512"];

const clockSkewSeconds = 30;

const verifyOptions = (settings: TokenSettings, now: number): JWTVerifyOptions => ({
  currentDate: new Date(now),
  clockTolerance: clockSkewSeconds,
  ...(settings.issuer ? { issuer: settings.issuer } : {}),
  ...(settings.audience ? { audience: settings.audience } : {}),
});

const verifyByIssuer = async (
  token: string,
  keys: KeySet,
  options: JWTVerifyOptions,
): Promise<Verification> => {
  try {
    // Tokens of an issuer must expire; with a shared secret the sender may decide otherwise.
    await keys(token, { ...options, algorithms: keyPairAlgorithms, requiredClaims: ["exp"] });
    return verified;
  } catch (error) {
    return toRefusal(error);
  }
};

const verifyBySecret = async (
  token: string,
  secrets: readonly string[],
  options: JWTVerifyOptions,
): Promise<Verification> => {
  const { jwtVerify } = await import("jose");
  let verification: Verification = refused("not_set_up");
  for (const secret of secrets) {
    try {
      await jwtVerify(token, Buffer.from(secret), { ...options, algorithms: sharedSecretAlgorithms });
      return verified;
    } catch (error) {
      verification = toRefusal(error);
    }
  }
  return verification;
};

const toRefusal = (error: unknown): Verification => {
  if (error instanceof KeysUnavailable) return refused("not_set_up");
  const isTokenError = error instanceof Error && "code" in error && /^ERR_J(OSE|W)/.test(String(error.code));
  if (isTokenError || error instanceof TypeError) return refused("token_wrong");
  throw error;
};

/** A bearer token that is signed by an issuer with published keys, or with a shared secret. */
export const oauth: AuthMethodVerifier = {
  id: "oauth",
  check: ({ settings, secrets }, request, { now, fetchKeys }) => {
    const { jwksUrl } = settings.token;
    const secretKeys = acceptedSecretKeys(secrets);
    if (jwksUrl === null && secretKeys.length === 0) return refused("not_set_up");
    const token = bearerToken(request);
    if (token === undefined) return refused("key_missing");
    const options = verifyOptions(settings.token, now);
    return jwksUrl === null
      ? verifyBySecret(token, secretKeys, options)
      : verifyByIssuer(token, fetchKeys(jwksUrl), options);
  },
};
