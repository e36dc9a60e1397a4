/** How much each sending machine does: connections now, and messages in this minute. */
export type PeerLimits = {
  connect: (peer: string) => boolean;
  leave: (peer: string) => void;
  /** False when this one is more than its share. */
  message: (peer: string, now: number) => boolean;
};

const minuteMs = 60_000;
const mostRemembered = 10_000;

export const createPeerLimits = (mostConnections: number, messagesPerMinute: number): PeerLimits => {
  const connections = new Map<string, number>();
  const minutes = new Map<string, { until: number; count: number }>();
  return {
    connect: (peer) => {
      const count = (connections.get(peer) ?? 0) + 1;
      connections.set(peer, count);
      return count <= mostConnections;
    },
    leave: (peer) => {
      const count = (connections.get(peer) ?? 1) - 1;
      if (count <= 0) connections.delete(peer);
      else connections.set(peer, count);
    },
    message: (peer, now) => {
      const known = minutes.get(peer);
      if (!known || known.until <= now) {
        if (minutes.size >= mostRemembered) minutes.clear();
        minutes.set(peer, { until: now + minuteMs, count: 1 });
        return true;
      }
      known.count++;
      return known.count <= messagesPerMinute;
    },
  };
};
