import { createHash } from "node:crypto";
import type { ApiServices } from "./handler.ts";

type CachedResult<T> = { value: Promise<T>; expiresAt: number };

/**
 * Loads a value once for all concurrent callers and caches it. A failure is cached too, for a shorter time, so that an
 * unavailable vendor is not called by every visitor.
 */
export const createCachedValue = <T>(
  load: () => Promise<T>,
  lifetimeMs: (result: { ok: true; value: T } | { ok: false }) => number,
): { get: () => Promise<T> } => {
  let cached: CachedResult<T> | undefined;
  return {
    get: () => {
      if (cached && Date.now() < cached.expiresAt) return cached.value;
      const current: CachedResult<T> = { value: load(), expiresAt: Number.POSITIVE_INFINITY };
      cached = current;
      current.value.then(
        (value) => {
          current.expiresAt = Date.now() + lifetimeMs({ ok: true, value });
        },
        () => {
          current.expiresAt = Date.now() + lifetimeMs({ ok: false });
        },
      );
      return current.value;
    },
  };
};

const maxKeys = 50;

/** The key contains all settings of the connection, so a changed connection is never answered from the cache. */
const createKeyedCache = <T>(lifetimeMs: number, isCacheable: (value: T) => boolean) => {
  const entries = new Map<string, ReturnType<typeof createCachedValue<T>>>();
  return (key: unknown, load: () => Promise<T>): Promise<T> => {
    const hash = createHash("sha256").update(JSON.stringify(key)).digest("base64");
    let entry = entries.get(hash);
    if (!entry) {
      if (entries.size >= maxKeys) entries.clear();
      entry = createCachedValue(load, (result) => (result.ok && isCacheable(result.value) ? lifetimeMs : 0));
      entries.set(hash, entry);
    }
    return entry.get();
  };
};

const vendorLifetimeMs = 60_000;

/** A cache for one kind of vendor response, separate for each running Faro. */
export const createVendorCache = <T>(isCacheable: (value: T) => boolean) => {
  const caches = new WeakMap<ApiServices, ReturnType<typeof createKeyedCache<T>>>();
  return (services: ApiServices) => {
    const cache = caches.get(services) ?? createKeyedCache(vendorLifetimeMs, isCacheable);
    caches.set(services, cache);
    return cache;
  };
};
