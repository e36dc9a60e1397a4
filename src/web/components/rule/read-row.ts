import type * as z from "zod";
import { type OutreachChannel, outreachChannels } from "#domain/channels/channel.ts";
import { conditionKinds } from "#domain/rules/conditions.ts";
import { defaultTriggerTime } from "#domain/rules/date-trigger.ts";
import type { ActionType, RuleAction, RuleCondition, RuleTrigger } from "#domain/rules/rule.ts";
import { triggerKinds } from "#domain/rules/triggers.ts";

type RowKind<Row> = { id: string; fields: z.ZodObject; read: (row: Row) => Record<string, unknown> };

/** The field schemas of a row's kind, and its values if the stored texts can be parsed. */
type ReadRow = {
  fields: Readonly<Record<string, z.ZodType>>;
  values: Readonly<Record<string, unknown>> | undefined;
};

const createReader =
  <Row extends { type: string }>(kinds: readonly RowKind<Row>[]) =>
  (row: Row): ReadRow => {
    const kind = kinds.find(({ id }) => id === row.type);
    if (!kind) return { fields: {}, values: undefined };
    return {
      fields: kind.fields.shape as ReadRow["fields"],
      values: kind.fields.safeParse(kind.read(row)).data,
    };
  };

export const readTrigger = createReader<RuleTrigger>(triggerKinds);
export const readCondition = createReader<RuleCondition>(conditionKinds);

const triggerDefaults: Partial<Record<RuleTrigger["type"], Omit<RuleTrigger, "type">>> = {
  event: { operator: "=", value: "form_submitted" },
  signal: { operator: "=", value: "intent.ready_to_buy" },
  segment_entered: { operator: "=", value: "" },
  segment_left: { operator: "=", value: "" },
  person_date: { operator: "=", value: "", offsetDays: 0, at: defaultTriggerTime },
  sequence_ended: { operator: "=", value: "" },
};
export const newTrigger = (type: RuleTrigger["type"]): RuleTrigger => ({
  type,
  ...(triggerDefaults[type] ?? { operator: ">=", value: "75" }),
});

const conditionDefaults: Record<RuleCondition["type"], Omit<RuleCondition, "type">> = {
  consent: { field: "sms", value: "true" },
  time_window: { field: "recipient", value: "mon,tue,wed,thu,fri 09:00-17:00" },
  tag: { field: "has", value: "" },
  status: { field: "is", value: "qualified" },
  score: { field: "intent_at_least", value: "60" },
  segment: { field: "in", value: "" },
};
export const newCondition = (type: RuleCondition["type"]): RuleCondition => ({
  type,
  ...conditionDefaults[type],
});

/** Whether an action is a message to the person, on one channel or on the one that they prefer. */
export const isMessage = (type: RuleAction["type"]): boolean =>
  isChannel(type) || type === "preferred_channel";

/** Whether an action is a message on one channel. */
export const isChannel = (type: RuleAction["type"]): type is OutreachChannel =>
  outreachChannels.some((channel) => channel === type);

const stepTypes = [
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
] as const;
/** What only a sequence does. */
export type StepType = (typeof stepTypes)[number];
/** A notice to colleagues or a task in another system. */
export type WorkType = Exclude<ActionType, OutreachChannel | StepType>;

export const isStepType = (type: ActionType): type is StepType => stepTypes.some((step) => step === type);

/** The first text of each kind that is no message. */
const firstTexts: Record<StepType, string> = {
  add_tag: "",
  remove_tag: "",
  set_stage: "qualified",
  set_field: "",
  assign: "",
  add_task: "",
  notify: "",
  start_rule: "",
  stop_rule: "",
  ask: "",
  preferred_channel: "",
  webhook: "",
  ai: "",
};

type TextKind = "message" | "work" | "tag" | "rule" | StepType;

const textKind = (type: ActionType): TextKind => {
  if (isChannel(type)) return "message";
  if (!isStepType(type)) return "work";
  if (type === "add_tag" || type === "remove_tag") return "tag";
  return type === "start_rule" || type === "stop_rule" ? "rule" : type;
};

const firstText = (type: ActionType): string =>
  isStepType(type) ? firstTexts[type] : isChannel(type) ? "" : "{{full_name}}";

/** The text is kept where both kinds have the same sort of text. */
export const newAction = (type: ActionType, before: RuleAction): RuleAction => {
  if (textKind(type) === textKind(before.type)) return { ...before, type };
  const {
    ifStopped: _,
    goodForHours: __,
    variants: ___,
    holds: ____,
    words: _____,
    ai: ______,
    ...kept
  } = before;
  const parts = isMessage(type) ? { ...before, words: undefined, holds: undefined, ai: undefined } : kept;
  return {
    ...parts,
    type,
    template: firstText(type),
    ...(type === "ai" ? { ai: { task: "classify" as const, labels: [] } } : {}),
  };
};
