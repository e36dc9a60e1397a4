import type { CodedReason, ReasonTone } from "#domain/coded-reason.ts";

/** Why a person gets no broadcast, or a broadcast rests. */
export const broadcastReasonTones = {
  started_by_broadcast: "note",
  broadcast_same_address: "stop",
  broadcast_in_sequence: "stop",
  broadcast_written_today: "stop",
  broadcast_open_conversation: "stop",
  broadcast_held_out: "plain",
  broadcast_cancelled: "stop",
  broadcast_paused: "wait",
  broadcast_looking: "wait",
  broadcast_late: "stop",
  broadcast_words_changed: "stop",
  guard_failed: "stop",
  guard_bounced: "stop",
  guard_opted_out: "stop",
  guard_complained: "stop",
} as const satisfies Record<string, ReasonTone>;
export type BroadcastReasonCode = keyof typeof broadcastReasonTones;
export type BroadcastReason = CodedReason<BroadcastReasonCode>;
