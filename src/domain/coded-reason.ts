/** Whether a reason speaks for sending, delays it or prevents it; `plain` is none of these. */
export type ReasonTone = "note" | "wait" | "stop" | "plain";

/** A code and the values that its text in the interface needs. */
export type CodedReason<Code extends string> = { code: Code } & Record<
  string,
  string | number | boolean | null
>;
