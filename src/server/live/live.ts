import type { FastifyReply } from "fastify";
import { type Topic, topics } from "#domain/topic.ts";
import type { Listener } from "#server/db/listener.ts";
import { liveChannel } from "#server/store/write.ts";

type Watcher = (changed: readonly Topic[]) => void;

export type LiveUpdates = {
  /** Told of every change in any process. After the connection was away, all topics count as changed. */
  watch: (watcher: Watcher) => () => void;
  /** Streams changes to a browser until it leaves, or until `stillAllowed` says no. */
  stream: (reply: FastifyReply, person: string, stillAllowed: () => Promise<boolean>) => void;
  close: () => Promise<void>;
};

const heartbeatMs = 15_000;
/** A browser that does not read is let go before it fills our memory; it will come back by itself. */
const maxBufferedBytes = 1_048_576;
const maxStreamsPerUser = 20;

/** Anybody who may use the database may notify: only what we know is passed on. */
const parseTopics = (payload: string): Topic[] => {
  try {
    const names: unknown = JSON.parse(payload);
    return Array.isArray(names) ? topics.filter((topic) => names.includes(topic)) : [];
  } catch {
    return [];
  }
};

export const startLiveUpdates = async (listener: Listener): Promise<LiveUpdates> => {
  const watchers = new Set<Watcher>();
  const streams = new Set<{ person: string; end: () => void }>();
  let closed = false;
  const tell = (changed: readonly Topic[]): void => {
    for (const watcher of watchers) watcher(changed);
  };
  const stop = await listener.listen(liveChannel, {
    onMessage: (payload) => tell(parseTopics(payload)),
    onReconnect: () => tell(topics),
  });
  const watch = (watcher: Watcher) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  };

  return {
    watch,
    stream: (reply, person, stillAllowed) => {
      reply.hijack();
      const { raw } = reply;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      raw.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        // Proxies must pass each event on at once.
        "x-accel-buffering": "no",
      });
      raw.write("retry: 2000\n\n");
      const unwatch = watch((changed) => {
        if (raw.writableLength > maxBufferedBytes) end();
        else if (changed.length > 0) raw.write(`event: changed\ndata: ${JSON.stringify(changed)}\n\n`);
      });
      const beat = setInterval(async () => {
        // While the database is away nobody can tell; the stream stays until somebody can.
        if (await stillAllowed().catch(() => true)) raw.write(": beat\n\n");
        else end();
      }, heartbeatMs);
      const end = (): void => {
        clearInterval(beat);
        unwatch();
        streams.delete(stream);
        raw.end();
      };
      const stream = { person, end };
      streams.add(stream);
      raw.on("close", end);
      const [oldest, ...others] = [...streams].filter((one) => one.person === person);
      if (others.length >= maxStreamsPerUser) oldest?.end();
      if (closed) end();
    },
    close: async () => {
      closed = true;
      for (const { end } of streams) end();
      await stop();
    },
  };
};
