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

/** Who said a line of a transcript. A whisper is read by the agent and not heard by the other party. */
export const callSpeakers = ["agent", "customer", "operator", "whisper", "system"] as const;
export type CallSpeaker = (typeof callSpeakers)[number];

/** Who speaks for the business in a running call. */
export const callOwners = ["agent", "operator", "nobody"] as const;
export type CallOwner = (typeof callOwners)[number];

/** Why a call was handed over to a person. */
export const handoffReasons = [
  "asked",
  "complaint",
  "complex",
  "high_intent",
  "no_answer",
  "abuse",
  "emergency",
  "vulnerable",
  "stalled",
  "operator",
] as const;
export type HandoffReason = (typeof handoffReasons)[number];

/** Why the agent's part of a call ended. */
export const callEndReasons = [
  "goodbye",
  "caller_hung_up",
  "opted_out",
  "handed_over",
  "time_limit",
  "silence",
  "voicemail",
  "wrong_number",
  "not_allowed",
  "machine",
  "operator_hung_up",
  "connection_lost",
  "failed",
] as const;
export type CallEndReason = (typeof callEndReasons)[number];

/** m:ss; undefined for a call without a duration. */
export const formatCallDuration = (seconds: number | null): string | undefined =>
  seconds === null ? undefined : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
