/** Limits for each sending server by its IP address. */
export type PeerLimits = {
  /** False when the server has too many connections. Every call needs a later `disconnect`. */
  connect: (peer: string) => boolean;
  disconnect: (peer: string) => void;
  /** Counts a message; false when the server sent too many in this minute. */
  countMessage: (peer: string, now: number) => boolean;
};

const minuteMs = 60_000;
const maxTrackedPeers = 10_000;

export const createPeerLimits = (maxConnections: number, messagesPerMinute: number): PeerLimits => {
  const connections = new Map<string, number>();
  const minutes = new Map<string, { until: number; count: number }>();
  return {
    connect: (peer) => {
      const count = (connections.get(peer) ?? 0) + 1;
      connections.set(peer, count);
      return count <= maxConnections;
    },
    disconnect: (peer) => {
      const count = (connections.get(peer) ?? 1) - 1;
      if (count <= 0) connections.delete(peer);
      else connections.set(peer, count);
    },
    countMessage: (peer, now) => {
      const minute = minutes.get(peer);
      if (!minute || minute.until <= now) {
        if (minutes.size >= maxTrackedPeers) minutes.clear();
        minutes.set(peer, { until: now + minuteMs, count: 1 });
        return true;
      }
      minute.count++;
      return minute.count <= messagesPerMinute;
    },
  };
};
