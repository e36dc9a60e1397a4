import type { BroadcastActual } from "#contract/broadcasts.ts";
import type { GuardFigures } from "#domain/broadcasts/guard.ts";

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

/** What the guard judges. A bounce is not counted as another failure, too. */
export const guardFiguresOf = (actual: BroadcastActual): GuardFigures => ({
  tried: leftOf(actual) + actual.failed,
  failed: actual.failed - actual.bounced,
  bounced: actual.bounced,
  optedOut: actual.optedOut,
  complained: actual.complained,
});
