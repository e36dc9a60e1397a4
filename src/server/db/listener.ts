import pg from "pg";

type Subscription = { onMessage: (payload: string) => void; onReconnect: () => void };

export type Listener = {
  listen: (channel: string, subscription: Subscription) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

/**
 * The one LISTEN connection of a process. A notification is only a hint: whatever was missed while the
 * connection was away is made good by `onReconnect`.
 */
export const startListener = async (
  connection: pg.ClientConfig,
  onError: (error: Error) => void,
): Promise<Listener> => {
  const subscriptions = new Map<string, Set<Subscription>>();
  let client: pg.Client | undefined;
  let closed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client(connection);
    next.on("notification", ({ channel, payload }) => {
      for (const one of subscriptions.get(channel) ?? []) one.onMessage(payload ?? "");
    });
    next.on("error", (error) => lose(next, error));
    next.on("end", () => lose(next, new Error("the listening connection ended")));
    await next.connect();
    for (const channel of subscriptions.keys()) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    client = next;
    failures = 0;
  };

  const lose = (lost: pg.Client, error: Error): void => {
    if (closed || client !== lost) return;
    client = undefined;
    onError(error);
    retryLater();
  };

  const retryLater = (): void => {
    timer = setTimeout(reconnect, Math.min(5_000, 100 * 2 ** failures++));
  };

  const reconnect = async (): Promise<void> => {
    try {
      await connect();
      for (const set of subscriptions.values()) for (const one of set) one.onReconnect();
    } catch {
      if (!closed) retryLater();
    }
  };

  await connect();
  return {
    listen: async (channel, subscription) => {
      const set = subscriptions.get(channel) ?? new Set();
      subscriptions.set(channel, set.add(subscription));
      // Should the connection be away just now, the reconnect subscribes to every channel.
      if (set.size === 1) await client?.query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch(onError);
      return async () => {
        set.delete(subscription);
        if (set.size > 0) return;
        subscriptions.delete(channel);
        await client?.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(onError);
      };
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
};
