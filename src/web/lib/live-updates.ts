import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { workspace } from "#contract/workspace.ts";
import { type Topic, topics } from "#domain/topic.ts";
import { invalidateTopics, userKey } from "./query-client.ts";

const longestPause = 30_000;

const readTopics = (data: string): Topic[] => {
  const named: unknown = JSON.parse(data);
  return Array.isArray(named) ? topics.filter((topic) => named.includes(topic)) : [];
};

/** Refetches what changed. One round ends before the next begins, so that a burst cannot starve a slow read. */
const createRefresher = (client: QueryClient) => {
  const waiting = new Set<Topic>();
  let running = false;
  return async (changed: readonly Topic[]) => {
    for (const topic of changed) waiting.add(topic);
    if (running) return;
    running = true;
    while (waiting.size > 0) {
      const round = [...waiting];
      waiting.clear();
      await invalidateTopics(client, round).catch(() => {});
    }
    running = false;
  };
};

const listen = (client: QueryClient): (() => void) => {
  const refresh = createRefresher(client);
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = 1000;
  let dropped = false;

  const open = () => {
    source = new EventSource(workspace.live.path, { withCredentials: true });
    source.addEventListener("open", () => {
      pause = 1000;
      // Changes made while we were away were told to no one, so everything on the screen is read again.
      if (dropped) void client.invalidateQueries();
      dropped = false;
    });
    source.addEventListener("changed", (event: MessageEvent<string>) => void refresh(readTopics(event.data)));
    source.addEventListener("error", () => {
      dropped = true;
      if (source.readyState !== EventSource.CLOSED) return;
      // The browser reconnects after a broken line but not after a refusal, such as an ended session.
      void client.invalidateQueries({ queryKey: userKey });
      timer = setTimeout(open, pause);
      pause = Math.min(pause * 2, longestPause);
    });
  };

  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
};

/** Keeps the data on the screen current for as long as the component is mounted. */
export const useLiveUpdates = (): void => {
  const client = useQueryClient();
  useEffect(() => listen(client), [client]);
};
