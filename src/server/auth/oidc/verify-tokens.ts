import type { JWTPayload, JWTVerifyOptions } from "jose";
import * as z from "zod";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { type KeySet, KeysUnavailable, keyPairAlgorithms } from "#server/egress/key-sets.ts";
import { type Refusal, refusal } from "./request-tokens.ts";

const clockToleranceSeconds = 60;
/** A logout token is sent at once, so an older one is a replay. */
const maxLogoutTokenAge = "5 minutes";

export type TokenParties = { issuer: string; clientId: string };
type Verified = { ok: true; claims: JWTPayload & { sub: string } } | Refusal;

const reasonsByClaim = { iss: "token_issuer", aud: "token_audience" } as const;

/** Why jose did not accept a token. */
const refusalOfError = (error: unknown): Refusal => {
  if (error instanceof KeysUnavailable) return refusal("provider_unreachable", "jwks_uri");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ERR_JWT_EXPIRED") return refusal("token_expired");
  if (code === "ERR_JWT_CLAIM_VALIDATION_FAILED") {
    const claim = String((error as { claim?: unknown }).claim);
    return refusal(reasonsByClaim[claim as keyof typeof reasonsByClaim] ?? "token_invalid", claim);
  }
  const isOfSignature =
    code === "ERR_JWS_SIGNATURE_VERIFICATION_FAILED" ||
    code === "ERR_JWKS_NO_MATCHING_KEY" ||
    code === "ERR_JOSE_ALG_NOT_ALLOWED" ||
    code === "ERR_JOSE_NOT_SUPPORTED";
  if (isOfSignature) return refusal("token_signature", code);
  if (/^ERR_J/.test(code) || error instanceof TypeError) return refusal("token_invalid", code || null);
  throw error;
};

const optionsFor = ({ issuer, clientId }: TokenParties): JWTVerifyOptions => ({
  issuer,
  audience: clientId,
  algorithms: keyPairAlgorithms,
  clockTolerance: clockToleranceSeconds,
});

/** Checks the signature always: the TLS of the token endpoint alone would prove less. */
export const verifyIdToken = async (
  keys: KeySet,
  parties: TokenParties,
  idToken: string,
  nonce: string,
): Promise<Verified> => {
  try {
    const claims = await keys(idToken, { ...optionsFor(parties), requiredClaims: ["sub", "exp", "iat"] });
    const { sub, aud, azp, nonce: stated } = claims;
    if (typeof stated !== "string" || !timingSafeEqualText(stated, nonce)) return refusal("token_nonce");
    // A token for several applications must say that this one asked for it.
    const isForOthers = Array.isArray(aud) && aud.length > 1;
    if ((isForOthers || azp !== undefined) && azp !== parties.clientId)
      return refusal("token_audience", "azp");
    if (typeof sub !== "string" || sub === "" || sub.length > 255) return refusal("token_invalid", "sub");
    return { ok: true, claims: { ...claims, sub } };
  } catch (error) {
    return refusalOfError(error);
  }
};

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";
const logoutClaims = z
  .object({
    iat: z.number(),
    jti: z.string().min(1),
    sub: z.string().min(1).max(255).optional(),
    sid: z.string().min(1).max(500).optional(),
    events: z.object({ [logoutEvent]: z.looseObject({}) }),
    // An ID token must never pass for a logout token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** Whose sessions a provider ended. */
export type ProviderLogout = { subject: string | null; sid: string | null; issuedAt: number };

export const verifyLogoutToken = async (
  keys: KeySet,
  parties: TokenParties,
  token: string,
): Promise<{ ok: true; logout: ProviderLogout } | Refusal> => {
  try {
    const options = { ...optionsFor(parties), maxTokenAge: maxLogoutTokenAge };
    const claims = logoutClaims.safeParse(await keys(token, options));
    if (!claims.success) return refusal("token_invalid", String(claims.error.issues[0]?.path[0] ?? "sub"));
    const { sub = null, sid = null, iat } = claims.data;
    return { ok: true, logout: { subject: sub, sid, issuedAt: iat * 1000 } };
  } catch (error) {
    return refusalOfError(error);
  }
};
