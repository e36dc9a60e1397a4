import type { AiCallFailure } from "#domain/ai/call-outcome.ts";
import type { ProviderSkip } from "#domain/ai/choose-providers.ts";
import { type FieldDefinition, readFieldValue } from "#domain/people/field-kinds.ts";
import { retryDelayMs, retryPolicies } from "#domain/retry.ts";
import type { StepOutcome } from "./run-state.ts";
import type { SequenceReason, SequenceReasonCode } from "./sequence-reasons.ts";

/** What became of an AI step. */
export type AiStepResult = Omit<StepOutcome, "stepId">;

const done = (why: SequenceReason): AiStepResult => ({ result: "done", why: [why] });
export const leftOut = (...why: SequenceReason[]): AiStepResult => ({ result: "left_out", why });

/** The label that a model chose, spelled as the step has it; null is that none fits. */
export const readLabel = (labels: readonly string[], chosen: string | null): AiStepResult => {
  if (chosen === null) return done({ code: "ai_no_label" });
  const wanted = chosen.trim().toLowerCase();
  const label = labels.find((each) => each.toLowerCase() === wanted);
  return label === undefined
    ? leftOut({ code: "ai_answer_unfit" })
    : { ...done({ code: "ai_label", label }), label };
};

const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s"“”«»‘’']+/g, " ")
    .trim();

export type ExtractedValue = { value: string | null; quote: string | null };

/** A value that a model found, if the person's own words prove it and the field takes it. */
export const readExtracted = (
  { value, quote }: ExtractedValue,
  field: FieldDefinition & { key: string },
  /** The texts that the model read, without our own words. */
  sources: readonly string[],
): AiStepResult | { value: unknown } => {
  const { key } = field;
  if (value === null || value.trim() === "") return done({ code: "ai_value_missing", field: key });
  const words = fold(quote ?? "");
  if (words === "" || !sources.some((source) => fold(source).includes(words)))
    return leftOut({ code: "ai_answer_unproved" });
  const reading = readFieldValue(value, field);
  return "value" in reading
    ? { value: reading.value }
    : leftOut({ code: "ai_value_unfit", field: key, value: value.slice(0, 100) });
};

export const valueSet = (field: string, value: string): AiStepResult =>
  done({ code: "ai_value_set", field, value: value.slice(0, 100) });
export const valueKept = (field: string): AiStepResult => done({ code: "ai_field_kept", field });

/** Why no model answered. */
export type AiStepFailure = {
  reason: AiCallFailure | "no_provider" | "budget_spent";
  skipped?: readonly { reason: ProviderSkip }[];
};

/** Another attempt would end as this one did. */
const finalFailures: Partial<Record<AiStepFailure["reason"], SequenceReasonCode>> = {
  refused: "ai_refused",
  invalid_output: "ai_answer_unfit",
  truncated: "ai_answer_unfit",
  rejected: "ai_vendor_failed",
};

type FailureCase = {
  /** How often the model was asked, this time included. */
  attempts: number;
  now: number;
  /** When the budget of a new day begins. */
  tomorrow: number;
  /** The step is left out if nothing was answered by then. */
  goodUntil: number;
};

export type FailureDecision =
  | { kind: "give_up"; result: AiStepResult }
  | { kind: "again"; at: number; why: readonly SequenceReason[] };

const codeOf = ({ reason, skipped = [] }: AiStepFailure): SequenceReasonCode => {
  if (reason === "budget_spent") return "ai_budget_spent";
  if (reason !== "no_provider") return finalFailures[reason] ?? "ai_vendor_failed";
  if (skipped.some((each) => each.reason === "circuit_open")) return "ai_vendor_failed";
  return skipped.some((each) => each.reason === "budget_spent") ? "ai_budget_spent" : "ai_no_provider";
};

/** Asked again after a pause, the day after where the budget is used up, or not at all. */
export const afterFailure = (
  failure: AiStepFailure,
  { attempts, now, tomorrow, goodUntil }: FailureCase,
): FailureDecision => {
  const code = codeOf(failure);
  const isFinal = code === "ai_no_provider" || failure.reason in finalFailures;
  const at = code === "ai_budget_spent" ? tomorrow : now + retryDelayMs(retryPolicies.aiStep, attempts);
  return isFinal || at >= goodUntil
    ? { kind: "give_up", result: leftOut({ code }) }
    : { kind: "again", at, why: [{ code }, { code: "ai_asked_again", until: at }] };
};
