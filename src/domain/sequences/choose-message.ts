import type { Channel } from "#domain/channels/channel.ts";
import type { GateDecision } from "#domain/compliance/evaluate-gate.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";

type Choice = {
  preferred: Channel | null;
  /** What the gate says of the message now. */
  decide: (message: PlannedMessage) => Pick<GateDecision, "kind"> & { until?: number | null };
  /** Until when the step is good for. */
  latest: number;
};

/**
 * On which channel a message goes that may go on several: the preferred one, or the first other one that the gate lets
 * through in time. Where none may be used, the gate says of the preferred one why.
 */
export const chooseMessage = (
  message: PlannedMessage,
  { preferred, decide, latest }: Choice,
): PlannedMessage => {
  const { alternatives } = message;
  if (!alternatives) return message;
  const isPreferred = ({ channel }: PlannedMessage): boolean => channel === preferred;
  const ordered = [...alternatives.filter(isPreferred), ...alternatives.filter((one) => !isPreferred(one))];
  const comesInTime = (one: PlannedMessage): boolean => {
    const { kind, until = null } = decide(one);
    return kind === "send" || (kind === "wait" && until !== null && until < latest);
  };
  return (
    ordered.find(comesInTime) ?? ordered.find((one) => decide(one).kind === "wait") ?? ordered[0] ?? message
  );
};
