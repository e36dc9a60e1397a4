import { actionStatuses } from "#contract/deliveries.ts";
import { useWorded } from "../lib/worded.ts";
import { Badge } from "./badge.tsx";

const tones = {
  pending: "sea",
  held: "warn",
  dispatching: "sea",
  sent: "sea",
  delivered: "ok",
  read: "ok",
  failed: "bad",
  blocked: "bad",
  unknown: "warn",
  cancelled: "quiet",
} as const satisfies Record<(typeof actionStatuses)[number], string>;

/** What became of a message or call. */
export const DeliveryStatus = ({ status }: { status: string }) => {
  const worded = useWorded();
  const known = actionStatuses.find((one) => one === status);
  return <Badge tone={known ? tones[known] : "quiet"}>{worded("reasons.status", status)}</Badge>;
};
