import type { Topic } from "#domain/topic.ts";
import type { LiveUpdates } from "./live-updates.ts";

export type CachedRead<K, V> = {
  get: (key: K) => Promise<V>;
};

/** Strangers may ask for keys without end, such as tokens of endpoints. */
const maxEntries = 5000;

/** Keeps what was read until one of the topics changes, at once in this process. A failed read is not kept. */
export const cacheUntilChanged = <V, K = void>(
  { watchCommits }: Pick<LiveUpdates, "watchCommits">,
  topics: readonly Topic[],
  read: (key: K) => Promise<V>,
): CachedRead<K, V> => {
  let entries = new Map<K, Promise<V>>();
  watchCommits((changed) => {
    if (changed.some((topic) => topics.includes(topic))) entries = new Map();
  });
  return {
    get: (key) => {
      const cached = entries.get(key);
      if (cached) return cached;
      // A read that began before a change stays with the map of that time, which is dropped with it.
      const current = entries;
      if (current.size >= maxEntries) current.clear();
      const reading = read(key);
      current.set(key, reading);
      reading.catch(() => current.delete(key));
      return reading;
    },
  };
};
