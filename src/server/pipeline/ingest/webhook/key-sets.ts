import type { JSONWebKeySet, JWTVerifyOptions, LocalJWKSet } from "jose";
import type { Egress } from "#server/egress/egress.ts";

/** Checks a token against the keys of its issuer; throws when it does not hold. */
export type KeySet = (token: string, options: JWTVerifyOptions) => Promise<void>;

export class KeysUnavailable extends Error {}

const keptForMs = 10 * 60_000;
/** A stranger can invent names of keys; that does not make us ask more often than this. */
const renewedAtMostEveryMs = 60_000;
const failureKeptForMs = 10_000;
const maxSets = 1000;

type Entry = { askedAt: number; keys: Promise<LocalJWKSet>; hasFailed: boolean; renewal?: Entry };

const fetchSet = async (egress: Egress, url: string): Promise<LocalJWKSet> => {
  const answer = await egress.request({ url, allow: "operator", timeoutMs: 5000, maxBytes: 262_144 });
  if (!answer.ok || answer.status !== 200) throw new KeysUnavailable();
  // Loaded when a token is really checked: few endpoints ask for one.
  const { createLocalJWKSet } = await import("jose");
  try {
    return createLocalJWKSet(JSON.parse(answer.body.toString()) as JSONWebKeySet);
  } catch {
    throw new KeysUnavailable();
  }
};

const verify = async (token: string, keys: LocalJWKSet, options: JWTVerifyOptions): Promise<void> => {
  const { errors, jwtVerify } = await import("jose");
  try {
    await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // The token does not say which key it means: any that fits will do.
    for await (const key of error) {
      const isSigned = await jwtVerify(token, key, options).then(
        () => true,
        (inner: unknown) => {
          if (inner instanceof errors.JWSSignatureVerificationFailed) return false;
          throw inner;
        },
      );
      if (isSigned) return;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
};

/** The keys of issuers, fetched once for however many requests wait for them, and kept for a while. */
export const createKeySets = (egress: Egress, clock: () => number = Date.now) => {
  const entries = new Map<string, Entry>();
  const ageOf = (entry: Entry): number => clock() - entry.askedAt;

  const ask = (url: string): Entry => {
    const entry: Entry = { askedAt: clock(), keys: fetchSet(egress, url), hasFailed: false };
    entry.keys.catch(() => {
      entry.hasFailed = true;
    });
    return entry;
  };
  const keep = (url: string, entry: Entry): void => {
    entries.delete(url);
    entries.set(url, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxSets && oldest !== undefined) entries.delete(oldest);
  };

  const current = (url: string): Entry => {
    const known = entries.get(url);
    if (known && ageOf(known) < (known.hasFailed ? failureKeptForMs : keptForMs)) return known;
    const entry = ask(url);
    keep(url, entry);
    return entry;
  };
  /** For a token that names a key we do not have. Keys that we have stay good if there are no newer ones. */
  const newerThan = (url: string, entry: Entry): Entry => {
    const known = entries.get(url);
    if (known && known !== entry) return known;
    const latest = entry.renewal ?? entry;
    if (ageOf(latest) < renewedAtMostEveryMs) return latest;
    const renewal = ask(url);
    entry.renewal = renewal;
    renewal.keys.then(
      () => keep(url, renewal),
      () => {},
    );
    return renewal;
  };

  return (url: string): KeySet =>
    async (token, options) => {
      const entry = current(url);
      try {
        await verify(token, await entry.keys, options);
      } catch (error) {
        const isUnknownKey =
          error instanceof Error && "code" in error && error.code === "ERR_JWKS_NO_MATCHING_KEY";
        if (!isUnknownKey) throw error;
        const newer = newerThan(url, entry);
        if (newer === entry) throw error;
        await verify(token, await newer.keys, options);
      }
    };
};
