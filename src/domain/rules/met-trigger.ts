import type { SequenceEnd } from "./sequence-ends.ts";

/** What makes a trigger true that is neither an event nor a score. */
export type MetTrigger =
  | { of: "segment"; id: string; is: "entered" | "left" }
  /** `key` says which trigger; `date` is the stored date of the person. */
  | { of: "date"; key: string; date: string }
  | { of: "sequence"; ruleId: string; name: string; end: SequenceEnd };
