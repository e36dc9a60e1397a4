import { Socket } from "node:net";
import pg from "pg";
import { retryDelayMs, retryPolicies } from "#domain/retry.ts";

type Subscription = { onMessage: (payload: string) => void; onReconnect: () => void };

export type Listener = {
  listen: (channel: string, subscription: Subscription) => Promise<() => Promise<void>>;
  /** Asks the server over this connection, for which nobody else waits; undefined while there is none. */
  ask: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[] | undefined>;
  close: () => Promise<void>;
};

/** A half-open connection looks alive, so a regular query checks that the server still answers. */
const heartbeatMs = 10_000;
const responseTimeoutMs = 5_000;

type ListenConnection = { client: pg.Client; socket: Socket };

/**
 * The one LISTEN connection of a process. Notifications are lost while it is disconnected, so `onReconnect` must read
 * everything that may have changed.
 */
export const startListener = async (
  connection: pg.ClientConfig,
  onError: (error: Error) => void,
): Promise<Listener> => {
  const subscriptions = new Map<string, Set<Subscription>>();
  let current: ListenConnection | undefined;
  let closed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const socket = new Socket();
    const client = new pg.Client({ ...connection, query_timeout: responseTimeoutMs, stream: () => socket });
    const next = { client, socket };
    client.on("notification", ({ channel, payload }) => {
      for (const subscription of subscriptions.get(channel) ?? []) subscription.onMessage(payload ?? "");
    });
    client.on("error", (error) => disconnect(next, error));
    client.on("end", () => disconnect(next, new Error("the listening connection ended")));
    try {
      await client.connect();
      for (const channel of subscriptions.keys())
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    current = next;
    failures = 0;
  };

  const disconnect = (lost: ListenConnection, error: Error): void => {
    if (closed || current !== lost) return;
    current = undefined;
    lost.socket.destroy();
    onError(error);
    retryLater();
  };

  const retryLater = (): void => {
    timer = setTimeout(reconnect, retryDelayMs(retryPolicies.reconnect, ++failures));
  };

  const reconnect = async (): Promise<void> => {
    try {
      await connect();
      for (const subscribers of subscriptions.values())
        for (const subscriber of subscribers) subscriber.onReconnect();
    } catch {
      if (!closed) retryLater();
    }
  };

  const heartbeat = setInterval(() => {
    const checked = current;
    checked?.client.query("SELECT 1").catch((error: Error) => disconnect(checked, error));
  }, heartbeatMs);

  await connect();
  return {
    listen: async (channel, subscription) => {
      const subscribers = subscriptions.get(channel) ?? new Set();
      subscriptions.set(channel, subscribers.add(subscription));
      // While disconnected, the reconnect subscribes to every channel.
      if (subscribers.size === 1)
        await current?.client.query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch(onError);
      return async () => {
        subscribers.delete(subscription);
        if (subscribers.size > 0) return;
        subscriptions.delete(channel);
        await current?.client.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(onError);
      };
    },
    ask: async <Row extends pg.QueryResultRow>(text: string) =>
      (await current?.client.query<Row>(text))?.rows,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      current?.socket.destroy();
    },
  };
};
