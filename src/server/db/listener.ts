import { Socket } from "node:net";
import pg from "pg";
import { retryDelayMs, retryPolicies } from "#domain/retry.ts";

type Subscription = { onMessage: (payload: string) => void; onReconnect: () => void };

export type Listener = {
  listen: (channel: string, subscription: Subscription) => Promise<() => Promise<void>>;
  isConnected: () => boolean;
  close: () => Promise<void>;
};

/** A line that swallows what is sent looks alive; only an answer in time proves that it is. */
const beatMs = 10_000;
const answerMs = 5_000;

type Line = { client: pg.Client; socket: Socket };

/**
 * The one LISTEN connection of a process. A notification is only a hint: whatever was missed while the
 * connection was away is made good by `onReconnect`.
 */
export const startListener = async (
  connection: pg.ClientConfig,
  onError: (error: Error) => void,
): Promise<Listener> => {
  const subscriptions = new Map<string, Set<Subscription>>();
  let line: Line | undefined;
  let closed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const socket = new Socket();
    const client = new pg.Client({ ...connection, query_timeout: answerMs, stream: () => socket });
    const next = { client, socket };
    client.on("notification", ({ channel, payload }) => {
      for (const one of subscriptions.get(channel) ?? []) one.onMessage(payload ?? "");
    });
    client.on("error", (error) => lose(next, error));
    client.on("end", () => lose(next, new Error("the listening connection ended")));
    try {
      await client.connect();
      for (const channel of subscriptions.keys())
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    line = next;
    failures = 0;
  };

  const lose = (lost: Line, error: Error): void => {
    if (closed || line !== lost) return;
    line = undefined;
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
      for (const set of subscriptions.values()) for (const one of set) one.onReconnect();
    } catch {
      if (!closed) retryLater();
    }
  };

  const beat = setInterval(() => {
    const asked = line;
    asked?.client.query("SELECT 1").catch((error: Error) => lose(asked, error));
  }, beatMs);

  await connect();
  return {
    listen: async (channel, subscription) => {
      const set = subscriptions.get(channel) ?? new Set();
      subscriptions.set(channel, set.add(subscription));
      // Should the connection be away just now, the reconnect subscribes to every channel.
      if (set.size === 1) await line?.client.query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch(onError);
      return async () => {
        set.delete(subscription);
        if (set.size > 0) return;
        subscriptions.delete(channel);
        await line?.client.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(onError);
      };
    },
    isConnected: () => line !== undefined,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      clearInterval(beat);
      line?.socket.destroy();
    },
  };
};
