import type { CodedReason, ReasonTone } from "#domain/coded-reason.ts";

/** Why a rule fires for a person or does not, and why one of its actions is dropped. */
export const ruleReasonTones = {
  score_crossed: "note",
  score_held_before: "stop",
  score_not_reached: "stop",
  score_missing: "stop",
  score_holds: "note",
  event_arrived: "note",
  event_other: "stop",
  event_none: "stop",
  event_assumed: "note",
  signal_read: "note",
  signal_other: "stop",
  signal_none: "stop",
  signal_assumed: "note",
  consent_met: "note",
  consent_unmet: "stop",
  time_window_met: "note",
  time_window_unmet: "stop",
  time_window_wait: "wait",
  tag_met: "note",
  tag_unmet: "stop",
  status_met: "note",
  status_unmet: "stop",
  segment_met: "note",
  segment_unmet: "stop",
  segment_unreadable: "stop",
  row_unreadable: "stop",
  row_unknown: "stop",
  reentry_too_soon: "wait",
  cap_reached: "stop",
  replied_meanwhile: "stop",
  rule_loop: "stop",
  rule_chain: "stop",
} as const satisfies Record<string, ReasonTone>;
export type RuleReasonCode = keyof typeof ruleReasonTones;
export type RuleReason = CodedReason<RuleReasonCode>;
