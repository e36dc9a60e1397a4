import type { FastifyReply } from "fastify";
import type { LiveRights } from "#contract/live-rights.ts";
import { type Topic, topics } from "#domain/topic.ts";
import type { Listener } from "#server/db/listener.ts";
import { liveChannel } from "#server/store/write.ts";

type TopicListener = (changed: readonly Topic[]) => void;

export type LiveUpdates = {
  /** Calls the listener on changes in any process. After a reconnect, all topics count as changed. */
  watch: (listener: TopicListener) => () => void;
  /** As `watch`, and also right after each commit of this process, before its notification returns. For caches. */
  watchCommits: (listener: TopicListener) => () => void;
  committed: TopicListener;
  /** How many browsers this process streams to. */
  viewers: () => number;
  /** Streams changes to a browser until it disconnects or `readRights` finds no session any more. */
  stream: (
    reply: FastifyReply,
    /** What changed since the browser began to read, in ms since 1970, is told at once. */
    user: { id: string; rights: LiveRights; shownSince: number },
    readRights: () => Promise<LiveRights | undefined>,
  ) => void;
  /** Tells the browsers of this process whose users may view the inbox who looks at a conversation. */
  pushPresence: (data: object) => void;
  close: () => Promise<void>;
};

const heartbeatMs = 15_000;
/** A browser that does not read is disconnected before it fills the memory; it reconnects by itself. */
const maxBufferedBytes = 1_048_576;
const maxStreamsPerUser = 20;

/** Every database user can send notifications, so unknown topics are dropped. */
const parseTopics = (payload: string): Topic[] => {
  try {
    const names: unknown = JSON.parse(payload);
    return Array.isArray(names) ? topics.filter((topic) => names.includes(topic)) : [];
  } catch {
    return [];
  }
};

export const startLiveUpdates = async (databaseListener: Listener): Promise<LiveUpdates> => {
  const listeners = new Set<TopicListener>();
  const commitListeners = new Set<TopicListener>();
  const streams = new Set<{ userId: string; sendPresence: (data: object) => void; end: () => void }>();
  const changedAt = new Map<Topic, number>();
  let closed = false;
  const committed = (changed: readonly Topic[]): void => {
    for (const listener of commitListeners) listener(changed);
  };
  const publish = (changed: readonly Topic[]): void => {
    for (const topic of changed) changedAt.set(topic, Date.now());
    committed(changed);
    for (const listener of listeners) listener(changed);
  };
  const stop = await databaseListener.listen(liveChannel, {
    onMessage: (payload) => publish(parseTopics(payload)),
    onReconnect: () => publish(topics),
  });
  const watch = (listener: TopicListener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return {
    watch,
    watchCommits: (listener) => {
      commitListeners.add(listener);
      return () => void commitListeners.delete(listener);
    },
    committed,
    viewers: () => streams.size,
    stream: (reply, user, readRights) => {
      let { rights } = user;
      reply.hijack();
      const { raw } = reply;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      raw.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        // Keeps proxies from buffering events.
        "x-accel-buffering": "no",
      });
      raw.write("retry: 2000\n\n");
      const send = (event: string, data: object): void => {
        if (raw.writableLength > maxBufferedBytes) end();
        else raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      };
      const refresh = async (): Promise<void> => {
        // While the database is unavailable the rights are unknown, and the stream stays open with the known ones.
        const current = await readRights().catch(() => rights);
        if (current) rights = current;
        else end();
      };
      const tell = (changed: readonly Topic[]): void => {
        const visible = changed.filter((topic) => rights.topics.has(topic));
        if (visible.length > 0) send("changed", visible);
      };
      const unwatch = watch((changed) => {
        tell(changed);
        if (changed.includes("users")) void refresh();
      });
      const heartbeat = setInterval(async () => {
        await refresh();
        if (!raw.writableEnded) raw.write(": beat\n\n");
      }, heartbeatMs);
      const end = (): void => {
        clearInterval(heartbeat);
        unwatch();
        streams.delete(stream);
        raw.end();
      };
      const sendPresence = (data: object): void => {
        if (rights.seesPresence) send("presence", data);
      };
      const stream = { userId: user.id, sendPresence, end };
      streams.add(stream);
      raw.on("close", end);
      const [oldest, ...newer] = [...streams].filter((open) => open.userId === user.id);
      if (newer.length >= maxStreamsPerUser) oldest?.end();
      if (closed) return end();
      tell(topics.filter((topic) => (changedAt.get(topic) ?? 0) >= user.shownSince));
    },
    pushPresence: (data) => {
      for (const { sendPresence } of streams) sendPresence(data);
    },
    close: async () => {
      closed = true;
      for (const { end } of streams) end();
      await stop();
    },
  };
};
