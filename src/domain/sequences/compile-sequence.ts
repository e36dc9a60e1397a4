import { hourMs } from "#domain/compliance/durations.ts";
import type { PlannedAction, PlannedMessage } from "#domain/rules/kinds.ts";
import type { RuleAction, RuleOptions } from "#domain/rules/rule.ts";
import type { RuleReason } from "#domain/rules/rule-reasons.ts";
import {
  defaultGoodForHours,
  maxQuestionDepth,
  type StepAnswer,
  type StepCondition,
  type StepWait,
  type StopEvent,
  type StopHappening,
  stopEvents,
} from "#domain/rules/step-parts.ts";
import { drawPercent } from "./draw.ts";
import { happeningsAskedBy } from "./happenings.ts";

/** One of several wordings; without a message it is the part of the people who get nothing. */
type Variant = { share: number; message: PlannedMessage | null };

export type SequenceStep = {
  id: string;
  /** What cannot be read is left out with its reason. */
  does: PlannedAction | { unreadable: RuleReason };
  wait: StepWait | null;
  onlyIf: StepCondition | null;
  endsIfStopped: boolean;
  goodForMs: number;
  /** Empty where the step has one wording. */
  variants: readonly Variant[];
  within: { step: string; answer: StepAnswer } | null;
  /** The run goes on once its task is done or a model has answered, or the time of `goodForMs` is over. */
  holds: boolean;
};

/** The steps of a rule, in their order; those of an answer stand after their question. */
export type Sequence = {
  steps: readonly SequenceStep[];
  stopWhen: readonly StopEvent[];
  stopOn: readonly StopHappening[];
  /** The keys of what runs keep when it happens. */
  happenings: readonly string[];
  /** The segments that its conditions ask for. */
  segmentIds: readonly string[];
};

const sequenceTypes: readonly RuleAction["type"][] = [
  "add_tag",
  "remove_tag",
  "set_stage",
  "set_field",
  "assign",
  "add_task",
  "notify",
  "start_rule",
  "stop_rule",
  "ask",
  "preferred_channel",
  "webhook",
  "ai",
];

const stepPartNames = ["wait", "onlyIf", "ifStopped", "holds", "goodForHours", "variants", "within"] as const;

const isStep = (row: unknown): boolean =>
  typeof row === "object" &&
  row !== null &&
  (("type" in row && sequenceTypes.some((type) => type === row.type)) ||
    stepPartNames.some((name) => name in row));

type StopOptions = Partial<Pick<RuleOptions, "stopWhen" | "stopOn">>;

/** Whether the rows are done one after the other. A rule whose rows name no step part does them all at once. */
export const isSequence = (actions: readonly unknown[], { stopWhen, stopOn = [] }: StopOptions): boolean =>
  stopWhen !== undefined || stopOn.length > 0 || actions.some(isStep);

/** The rows of a sequence with an id each; those that have one keep it, and a copied one is given anew. */
export const withStepIds = (actions: readonly RuleAction[], newId: () => string): RuleAction[] => {
  const used = new Set<string>();
  return actions.map((action) => {
    const isFree = action.id !== undefined && !used.has(action.id);
    let id = isFree ? action.id : newId();
    while (id === undefined || used.has(id)) id = newId();
    used.add(id);
    return { ...action, id };
  });
};

export type StepProblem =
  | "question_unknown"
  | "question_too_deep"
  | "question_without_test"
  | "answer_apart"
  | "variants_without_message"
  | "holds_without_task"
  | "words_without_choice"
  | "ai_without_step"
  | "label_unknown";

type StepProblemPart = "within" | "onlyIf" | "variants" | "holds" | "words" | "ai";

/** What is wrong with the order and parts of the rows, which no row shows alone. */
export const findStepProblems = (
  actions: readonly RuleAction[],
): { index: number; part: StepProblemPart; problem: StepProblem }[] => {
  const depths = new Map<string, number>();
  const labels = new Map<string, readonly string[]>();
  /** The rows from a question on, for as long as they belong to it. */
  let openQuestions: string[] = [];
  return actions.flatMap((action, index) => {
    const { id, type, within, onlyIf, variants } = action;
    const problems: ReturnType<typeof findStepProblems> = [];
    const report = (part: StepProblemPart, problem: StepProblem): void => {
      problems.push({ index, part, problem });
    };
    const parent = within === undefined ? -1 : openQuestions.indexOf(within.step);
    if (within !== undefined && !depths.has(within.step)) report("within", "question_unknown");
    else if (within !== undefined && parent < 0) report("within", "answer_apart");
    openQuestions = openQuestions.slice(0, parent + 1);
    if (type === "ask") {
      const depth = (within === undefined ? 0 : (depths.get(within.step) ?? 0)) + 1;
      if (depth > maxQuestionDepth) report("within", "question_too_deep");
      if (onlyIf === undefined) report("onlyIf", "question_without_test");
      if (id !== undefined) {
        depths.set(id, depth);
        openQuestions = [...openQuestions, id];
      }
    }
    if (variants !== undefined && !messageTypes.includes(type))
      report("variants", "variants_without_message");
    const { ai } = action;
    if (ai && type !== "ai") report("ai", "ai_without_step");
    const isUnknown = (step: string) => !labels.get(step)?.includes(onlyIf?.label ?? "");
    if (onlyIf?.step !== undefined && isUnknown(onlyIf.step)) report("onlyIf", "label_unknown");
    if (ai?.task === "classify" && id !== undefined) labels.set(id, ai.labels);
    if (action.words && type !== "preferred_channel") report("words", "words_without_choice");
    if (action.holds && type !== "add_task") report("holds", "holds_without_task");
    return problems;
  });
};

export const messageTypes: readonly RuleAction["type"][] = [
  "sms",
  "whatsapp",
  "call",
  "voice_agent",
  "email",
  "preferred_channel",
];

export type CompileRow = (row: unknown) => { row: RuleAction | null; planned: PlannedAction | RuleReason };

const toStep = (stored: unknown, index: number, compileRow: CompileRow): SequenceStep => {
  const { row, planned } = compileRow(stored);
  const storedId = typeof stored === "object" && stored !== null && "id" in stored ? stored.id : undefined;
  const id = row?.id ?? (typeof storedId === "string" ? storedId : `row${index}`);
  const variants = (row?.variants ?? []).map(({ template, share }): Variant => {
    // Variants have one text for all channels.
    const worded = template === "" ? null : compileRow({ ...row, template, words: undefined }).planned;
    return { share, message: worded && !("code" in worded) && "channel" in worded ? worded : null };
  });
  return {
    id,
    does: "code" in planned ? { unreadable: planned } : planned,
    wait: row?.wait ?? null,
    onlyIf: row?.onlyIf ?? null,
    endsIfStopped: row?.ifStopped === "end",
    goodForMs: (row?.goodForHours ?? defaultGoodForHours) * hourMs,
    variants,
    within: row?.within ?? null,
    holds: row?.type === "ai" || (row?.type === "add_task" && row.holds === true),
  };
};

/** The steps of a rule, ready to be run; null for a rule that does everything at once. */
export const compileSequence = (
  actions: readonly unknown[],
  options: StopOptions,
  compileRow: CompileRow,
): Sequence | null => {
  if (!isSequence(actions, options)) return null;
  const steps = actions.map((row, index) => toStep(row, index, compileRow));
  return {
    steps,
    stopWhen: options.stopWhen ?? stopEvents,
    stopOn: options.stopOn ?? [],
    happenings: happeningsAskedBy(steps, options.stopOn ?? []),
    segmentIds: [...new Set(steps.flatMap(({ onlyIf }) => onlyIf?.segmentId ?? []))],
  };
};

/** Which wording a run gets: the same one whenever it is asked. */
export const drawVariant = (
  { id, variants }: Pick<SequenceStep, "id" | "variants">,
  runId: string,
): number | null => {
  if (variants.length === 0) return null;
  const drawn = drawPercent(runId, id);
  let sum = 0;
  for (const [index, { share }] of variants.entries()) {
    sum += share;
    if (drawn < sum) return index;
  }
  return variants.length - 1;
};

/** The message that a run sends at a step; null for none: another kind of step, or the part that gets nothing. */
export const messageOf = (step: SequenceStep, runId: string): PlannedMessage | null => {
  const index = drawVariant(step, runId);
  if (index !== null) return step.variants[index]?.message ?? null;
  return "channel" in step.does ? step.does : null;
};

/** For each removed step, the next kept step behind it, where its runs go; null where none is left. */
export const placesAfterRemoval = (
  before: readonly { id: string }[],
  after: readonly { id: string }[],
): Map<string, string | null> => {
  const kept = new Set(after.map(({ id }) => id));
  const places = new Map<string, string | null>();
  let next: string | null = null;
  for (const { id } of before.toReversed()) {
    if (kept.has(id)) next = id;
    else places.set(id, next);
  }
  return places;
};
