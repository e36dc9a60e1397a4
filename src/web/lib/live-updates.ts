import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { type Topic, topics } from "#domain/topic.ts";
import { firstReadAt } from "./api.ts";
import { firstRoutes } from "./first-routes.ts";
import { invalidateTopics, userKey } from "./query-client.ts";

const maxRetryDelayMs = 30_000;

const parseTopics = (data: string): Topic[] => {
  const names: unknown = JSON.parse(data);
  return Array.isArray(names) ? topics.filter((topic) => names.includes(topic)) : [];
};

/** Refetches changed topics in rounds that do not overlap, so that a burst of changes cannot starve a slow query. */
const createRefresher = (client: QueryClient) => {
  const pending = new Set<Topic>();
  let running = false;
  return async (changed: readonly Topic[]) => {
    for (const topic of changed) pending.add(topic);
    if (running) return;
    running = true;
    while (pending.size > 0) {
      const round = [...pending];
      pending.clear();
      await invalidateTopics(client, round).catch(() => {});
    }
    running = false;
  };
};

let lostAt: number | undefined;
const connectionListeners = new Set<() => void>();

const setLostAt = (at: number | undefined) => {
  lostAt = at;
  for (const listener of connectionListeners) listener();
};

const subscribeToConnection = (listener: () => void) => {
  connectionListeners.add(listener);
  return () => void connectionListeners.delete(listener);
};

/** Since when changes no longer arrive; undefined while they do. */
export const useConnectionLostAt = (): number | undefined =>
  useSyncExternalStore(subscribeToConnection, () => lostAt);

const connect = (client: QueryClient): (() => void) => {
  const refresh = createRefresher(client);
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryDelayMs = 1000;
  let wasInterrupted = false;

  const open = () => {
    // A change between the first answer and the start of the stream would be seen by neither.
    const since = firstReadAt();
    const query = since === undefined ? "" : `?since=${since.toISOString()}`;
    source = new EventSource(`${firstRoutes.live.path}${query}`, { withCredentials: true });
    source.addEventListener("open", () => {
      retryDelayMs = 1000;
      // Changes during the interruption were missed, so all queries are refetched.
      if (wasInterrupted) void client.invalidateQueries();
      wasInterrupted = false;
      setLostAt(undefined);
    });
    source.addEventListener(
      "changed",
      (event: MessageEvent<string>) => void refresh(parseTopics(event.data)),
    );
    source.addEventListener("error", () => {
      wasInterrupted = true;
      setLostAt(lostAt ?? Date.now());
      if (source.readyState !== EventSource.CLOSED) return;
      // The browser reconnects after a network error, but not after an error response such as an expired session.
      void client.invalidateQueries({ queryKey: userKey });
      timer = setTimeout(open, retryDelayMs);
      retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs);
    });
  };

  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
};

/** Refetches changed data while the component is mounted. */
export const useLiveUpdates = (): void => {
  const client = useQueryClient();
  useEffect(() => connect(client), [client]);
};
