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

/** Outcomes that count as a success. */
export const goodOutcomes: readonly CallOutcome[] = ["interested", "follow_up", "converted"];

/** m:ss, or nothing when the call had no duration. */
export const clockOf = (seconds: number | null): string | undefined =>
  seconds === null ? undefined : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
