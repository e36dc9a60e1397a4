import proxyAddress from "@fastify/proxy-addr";

/** The relays whose Authentication-Results count in a message that came from this peer. */
export type TrustedRelays = (peer: string | null) => readonly string[];

/**
 * Any sender can write a relay's name into a header, so the results count only in messages that the relay itself
 * delivered.
 */
export const createTrustedRelays = (names: readonly string[], networks: readonly string[]): TrustedRelays => {
  const isRelay = proxyAddress.compile([...networks]);
  return (peer) => (peer !== null && isRelay(peer, 0) ? names : []);
};
