import type { ActionStatus } from "#domain/messages/action-status.ts";
import type { CallStatus } from "#domain/voice/call.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";

const tones = {
  pending: "sea",
  held: "warn",
  dispatching: "sea",
  sent: "sea",
  simulated: "warn",
  delivered: "ok",
  read: "ok",
  failed: "bad",
  blocked: "bad",
  unknown: "warn",
  cancelled: "quiet",
  completed: "ok",
} as const satisfies Record<ActionStatus | Extract<CallStatus, "completed">, string>;

/** Status of a message or call. Only calls are `completed`. */
export const DeliveryStatusBadge = ({ status }: { status: string }) => {
  const worded = useWorded();
  const tone = Object.hasOwn(tones, status) ? tones[status as keyof typeof tones] : "quiet";
  return <Badge tone={tone}>{worded("reasons.status", status)}</Badge>;
};
