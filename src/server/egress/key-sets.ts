import type { JSONWebKeySet, JWTPayload, JWTVerifyOptions, LocalJWKSet } from "jose";
import type { AddressPolicy, Egress } from "./egress.ts";

/** Returns what a token says after verifying it with the keys of its issuer; throws when it is invalid. */
export type KeySet = (token: string, options: JWTVerifyOptions) => Promise<JWTPayload>;

/** Those of a pair of keys only, so that a public key is never accepted as a shared secret. */
export const keyPairAlgorithms = [
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

export class KeysUnavailable extends Error {}

const maxAgeMs = 10 * 60_000;
/** Limits the requests that tokens with invented key ids can cause. */
const minRenewalIntervalMs = 60_000;
const maxFailureAgeMs = 10_000;
const maxSets = 1000;

type Entry = { fetchedAt: number; keys: Promise<LocalJWKSet>; hasFailed: boolean; renewal?: Entry };

const fetchSet = async (
  egress: Pick<Egress, "request">,
  url: string,
  allow: AddressPolicy,
): Promise<LocalJWKSet> => {
  const response = await egress.request({ url, allow, timeoutMs: 5000, maxBytes: 262_144 });
  if (!response.ok || response.status !== 200) throw new KeysUnavailable();
  // Loaded on first use, because few endpoints use tokens.
  const { createLocalJWKSet } = await import("jose");
  try {
    return createLocalJWKSet(JSON.parse(response.body.toString()) as JSONWebKeySet);
  } catch {
    throw new KeysUnavailable();
  }
};

const verify = async (token: string, keys: LocalJWKSet, options: JWTVerifyOptions): Promise<JWTPayload> => {
  const { errors, jwtVerify } = await import("jose");
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // The token has no key id, so every matching key is tried.
    for await (const key of error) {
      const payload = await jwtVerify(token, key, options).then(
        (signed) => signed.payload,
        (inner: unknown) => {
          if (inner instanceof errors.JWSSignatureVerificationFailed) return undefined;
          throw inner;
        },
      );
      if (payload) return payload;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
};

/** Caches the keys of issuers; concurrent requests share one fetch. */
export const createKeySets = (
  egress: Pick<Egress, "request">,
  clock: () => number = Date.now,
  allow: AddressPolicy = "operator",
) => {
  const entries = new Map<string, Entry>();
  const entryAge = (entry: Entry): number => clock() - entry.fetchedAt;

  const startFetch = (url: string): Entry => {
    const entry: Entry = { fetchedAt: clock(), keys: fetchSet(egress, url, allow), hasFailed: false };
    entry.keys.catch(() => {
      entry.hasFailed = true;
    });
    return entry;
  };
  const store = (url: string, entry: Entry): void => {
    entries.delete(url);
    entries.set(url, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxSets && oldest !== undefined) entries.delete(oldest);
  };

  const current = (url: string): Entry => {
    const cached = entries.get(url);
    if (cached && entryAge(cached) < (cached.hasFailed ? maxFailureAgeMs : maxAgeMs)) return cached;
    const entry = startFetch(url);
    store(url, entry);
    return entry;
  };
  /** For a token with an unknown key id. The cached keys stay valid when the renewal fails. */
  const renew = (url: string, entry: Entry): Entry => {
    const cached = entries.get(url);
    if (cached && cached !== entry) return cached;
    const latest = entry.renewal ?? entry;
    if (entryAge(latest) < minRenewalIntervalMs) return latest;
    const renewal = startFetch(url);
    entry.renewal = renewal;
    renewal.keys.then(
      () => store(url, renewal),
      () => {},
    );
    return renewal;
  };

  return (url: string): KeySet =>
    async (token, options) => {
      const entry = current(url);
      try {
        return await verify(token, await entry.keys, options);
      } catch (error) {
        const isUnknownKey =
          error instanceof Error && "code" in error && error.code === "ERR_JWKS_NO_MATCHING_KEY";
        if (!isUnknownKey) throw error;
        const newer = renew(url, entry);
        if (newer === entry) throw error;
        return verify(token, await newer.keys, options);
      }
    };
};
