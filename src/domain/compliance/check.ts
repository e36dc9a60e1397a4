import type { CodedReason, ReasonTone } from "#domain/coded-reason.ts";
import type { GateFacts } from "./facts.ts";
import type { SendIntent } from "./send-intent.ts";

/** `until: null` waits for a change of the facts. */
export type CheckResult<Code extends string = string> =
  | {
      ok: true;
      notes?: CodedReason<Code>[];
      /** Send the intent's template instead of free text. */
      use?: "template";
    }
  | { stop: CodedReason<Code>[] }
  | { wait: CodedReason<Code>[]; until: number | null };

export type Check<Id extends string = string, Code extends string = string> = {
  id: Id;
  /** Every reason that the check may give, with its tone. */
  reasons: Readonly<Record<Code, ReasonTone>>;
  evaluate: (intent: SendIntent, facts: GateFacts) => CheckResult<NoInfer<Code>>;
};

export const defineCheck = <Id extends string, Code extends string>(
  check: Check<Id, Code>,
): Check<Id, Code> => check;

export const pass: CheckResult<never> = { ok: true };

export const passWith = <Code extends string>(
  reason: CodedReason<Code>,
): CheckResult<Code> & { ok: true } => ({
  ok: true,
  notes: [reason],
});

export const stop = <Code extends string>(reason: CodedReason<Code>): CheckResult<Code> => ({
  stop: [reason],
});

export const wait = <Code extends string>(
  until: number | null,
  ...reasons: CodedReason<Code>[]
): CheckResult<Code> => ({ wait: reasons, until });
