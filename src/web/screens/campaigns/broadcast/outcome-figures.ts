import type { BroadcastActual } from "#contract/broadcasts.ts";
import type { MessageFate } from "#domain/broadcasts/broadcast.ts";

/** What may have become of a message, in the order of the bar. */
export const outcomes = ["delivered", "sent", "onTheWay", "waiting", "failed", "unknown", "notSent"] as const;
export type BroadcastOutcome = (typeof outcomes)[number];

/** How the server filters people by each. */
export const outcomeFates = {
  delivered: "delivered",
  sent: "sent",
  onTheWay: "on_the_way",
  waiting: "waiting",
  failed: "failed",
  unknown: "unknown",
  notSent: "not_sent",
} as const satisfies Record<BroadcastOutcome, MessageFate>;

export const outcomeFills: Record<BroadcastOutcome, string> = {
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
