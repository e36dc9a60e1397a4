import type { BroadcastActual } from "#contract/broadcasts.ts";

/** What may have become of a message, in the order of the bar. */
export const outcomes = ["delivered", "sent", "onTheWay", "waiting", "failed", "unknown", "notSent"] as const;
type Outcome = (typeof outcomes)[number];

export const outcomeFills: Record<Outcome, string> = {
  delivered: "bg-ok",
  sent: "bg-sea",
  onTheWay: "bg-sea/45",
  waiting: "bg-warn",
  failed: "bg-bad",
  unknown: "bg-faint",
  notSent: "bg-edge",
};

/** People whose message left, as far as that is known. */
export const leftOf = ({ delivered, sent, unknown }: BroadcastActual): number => delivered + sent + unknown;

/** People of whom the guard has shares: their messages left, or failed at the provider. */
export const triedOf = ({ delivered, sent, failed }: BroadcastActual): number => delivered + sent + failed;
