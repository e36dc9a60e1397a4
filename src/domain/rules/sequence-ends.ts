/** How a run of a sequence ended, as far as other rules may ask. */
export const sequenceEnds = [
  "finished",
  "answered",
  "converted",
  "colleague_wrote",
  "opted_out",
  "stopped",
] as const;
export type SequenceEnd = (typeof sequenceEnds)[number];

/** By the reason for which a run ended; any other reason is `stopped`. */
export const endsByReason = {
  run_finished: "finished",
  run_answered: "answered",
  run_converted: "converted",
  run_colleague_wrote: "colleague_wrote",
  run_opted_out: "opted_out",
} as const satisfies Record<string, SequenceEnd>;

/** These end a run without saying anything of the person, so that no rule reacts to them. */
export const silentEndReasons = [
  "run_held_out",
  "run_merged",
  "run_import_undone",
  "run_rule_deleted",
  "run_rule_changed",
  "run_set_aside",
  "run_overdue",
] as const;
