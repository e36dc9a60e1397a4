import type { ActionType } from "#domain/rules/rule.ts";
import { newAiPart } from "#web/components/rule/ai-fields.tsx";
import { isMessage, isStepType } from "#web/components/rule/read-row.ts";
import { newStepId } from "./draft-steps.ts";
import type { SequenceRow } from "./step-tree.ts";

type StepGroup = { id: "send" | "inside" | "decide" | "systems"; types: readonly ActionType[] };

/** The kinds of steps as the menu offers them. */
export const stepGroups: readonly StepGroup[] = [
  { id: "send", types: ["preferred_channel", "sms", "whatsapp", "email", "call", "voice_agent"] },
  {
    id: "inside",
    types: ["add_task", "notify", "add_tag", "remove_tag", "set_stage", "set_field", "assign"],
  },
  { id: "decide", types: ["ask", "ai", "start_rule", "stop_rule"] },
  { id: "systems", types: ["webhook", "slack", "telegram", "asana_task", "zapier", "make", "n8n"] },
];

type NewStep = {
  type: ActionType;
  /** The words of a message; empty where the workspace has no template for its channel. */
  template: string;
  /** Whether another step comes before it in its branch. */
  isFirst: boolean;
};

/** A step with what most of its kind begin with. */
export const newStep = ({ type, template, isFirst }: NewStep): SequenceRow => {
  const id = newStepId();
  if (type === "ask")
    return { id, type, template: "", wait: { for: 2, unit: "days" }, onlyIf: { is: "answered" } };
  if (type === "ai") return { id, type, template: "", ai: newAiPart() };
  // Messages without a wait would all be sent together.
  if (isMessage(type))
    return { id, type, template, ...(isFirst ? {} : { wait: { for: 1, unit: "days" as const } }) };
  if (isStepType(type)) return { id, type, template: type === "set_stage" ? "qualified" : "" };
  return { id, type, template: "{{full_name}}" };
};
