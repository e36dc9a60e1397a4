import type { Channel } from "#domain/channels/channel.ts";

/**
 * A send that a simulator handled instead of a vendor: in the demo workspace, where it counts like a real one, or as a
 * test send, which never counts as sent, delivered or paid.
 */
export const simulations = ["demo", "test"] as const;
export type Simulation = (typeof simulations)[number];

/** What a channel leads to: a vendor, a simulator of either kind, or nothing. */
export type ChannelConnection = "live" | Simulation | "none";
export type ChannelConnections = Readonly<Record<Channel, ChannelConnection>>;

export type SimulationPolicy = {
  isDemo: boolean;
  /** An administrator allowed sends to the simulator outside the demo. */
  allowsTestSends: boolean;
};

/** How a send to the simulator is labelled; null where it reaches a vendor. */
export const simulationOf = (isSimulated: boolean, { isDemo }: SimulationPolicy): Simulation | null => {
  if (!isSimulated) return null;
  return isDemo ? "demo" : "test";
};

/** Marks stored entries about a test send, so that they are shown as simulated. */
export const simulatedMark = (simulation: Simulation | null): { simulated?: true } =>
  simulation === "test" ? { simulated: true } : {};

type ConsentClaims = Partial<Record<string, boolean>>;

/** Of what a simulator reports of consents outside the demo, refusals count and grants do not. */
export const withCountedConsents = <M extends { person: { consents?: ConsentClaims } }>(
  mapped: M,
  isTest: boolean,
): M => {
  const { consents } = mapped.person;
  if (!isTest || consents === undefined) return mapped;
  const refused = Object.entries(consents).filter(([, isGranted]) => isGranted === false);
  return { ...mapped, person: { ...mapped.person, consents: Object.fromEntries(refused) } };
};

/** Outside the demo a channel that only a simulator serves is not connected, unless test sends are allowed. */
export const channelConnection = (
  messengers: readonly { isSimulated: boolean }[],
  policy: SimulationPolicy,
): ChannelConnection => {
  if (messengers.length === 0) return "none";
  if (messengers.some(({ isSimulated }) => !isSimulated)) return "live";
  if (policy.isDemo) return "demo";
  return policy.allowsTestSends ? "test" : "none";
};
