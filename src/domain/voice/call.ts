export const callTypes = ["ai_agent", "live_agent", "outbound", "inbound"] as const;
export const callOutcomes = ["interested", "not_interested", "follow_up", "converted"] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const callStatuses = [
  "ringing",
  "in_progress",
  "completed",
  "busy",
  "no_answer",
  "canceled",
  "failed",
] as const;
export type CallStatus = (typeof callStatuses)[number];

export const successfulOutcomes: readonly CallOutcome[] = ["interested", "follow_up", "converted"];

/** m:ss; undefined for a call without a duration. */
export const formatCallDuration = (seconds: number | null): string | undefined =>
  seconds === null ? undefined : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
