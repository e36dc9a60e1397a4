import type { CodedReason, ReasonTone } from "#domain/coded-reason.ts";

/** Why a run of a sequence goes on, waits, leaves a step out or ends. */
export const sequenceReasonTones = {
  started_by_hand: "note",
  already_running: "stop",
  run_waits: "wait",
  run_at_step: "wait",
  run_paused: "wait",
  rule_off: "wait",
  run_finished: "note",
  run_answered: "stop",
  run_converted: "stop",
  run_colleague_wrote: "stop",
  run_opted_out: "stop",
  run_ended_by_hand: "stop",
  run_rule_deleted: "stop",
  run_rule_changed: "stop",
  run_merged: "stop",
  run_import_undone: "stop",
  run_set_aside: "stop",
  run_held_out: "plain",
  run_ended: "stop",
  step_test_met: "note",
  step_test_unmet: "stop",
  step_segment_unreadable: "stop",
  step_too_late: "stop",
  step_not_sent: "stop",
  step_left_out: "plain",
  step_holdout: "plain",
  step_removed: "stop",
  step_outcome_unknown: "plain",
} as const satisfies Record<string, ReasonTone>;
export type SequenceReasonCode = keyof typeof sequenceReasonTones;
export type SequenceReason = CodedReason<SequenceReasonCode>;
