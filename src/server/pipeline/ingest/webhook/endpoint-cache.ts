import type { LiveUpdates } from "#server/live/live-updates.ts";
import { findHook, type HookTarget } from "#server/store/ingestion/webhook-endpoints.ts";
import type { Keyring } from "#server/vault/keyring.ts";

/** Who stands behind which token. */
export type Hooks = {
  /** At once, if they were found before. */
  find: (token: string) => HookTarget | Promise<HookTarget | undefined>;
  /** Somebody just changed an endpoint: what is remembered may be wrong. */
  forget: () => void;
};

type Pool = Parameters<typeof findHook>[0];

/** Strangers may try tokens without end. */
const mostRemembered = 5000;

/** Remembers what it found until an endpoint changes, here or in another process. */
export const createHooks = (pool: Pool, keyring: Keyring, live: LiveUpdates): Hooks => {
  let known = new Map<string, HookTarget | Promise<HookTarget | undefined>>();
  const forget = (): void => {
    known = new Map();
  };
  live.watch((changed) => {
    if (changed.includes("endpoints")) forget();
  });
  return {
    forget,
    find: (token) => {
      const remembered = known.get(token);
      if (remembered) return remembered;
      // A look-up that began before a change may end after it: it stays with the map it began with.
      const mine = known;
      if (mine.size >= mostRemembered) mine.clear();
      const found = findHook(pool, keyring, token);
      mine.set(token, found);
      found.then(
        (hook) => hook && mine.set(token, hook),
        () => mine.delete(token),
      );
      return found;
    },
  };
};
