import type { RuleAction } from "#domain/rules/rule.ts";
import { AiFields } from "./ai-fields.tsx";
import { PreferredWords } from "./preferred-words.tsx";
import { isChannel, isStepType } from "./read-row.ts";
import { StepTextField } from "./step-text-field.tsx";
import { TemplateField } from "./template-field.tsx";
import { WorkTextField } from "./work-text-field.tsx";

type ActionTextProps<Row extends RuleAction> = { row: Row; onChange: (row: Row) => void };

/** The field for the text of an action, by its kind. */
export const ActionText = <Row extends RuleAction>({ row, onChange }: ActionTextProps<Row>) => {
  const { type, template: text } = row;
  const setText = (template: string) => onChange({ ...row, template });
  if (isChannel(type)) return <TemplateField channel={type} text={text} onChange={setText} />;
  if (type === "preferred_channel") return <PreferredWords row={row} onChange={onChange} />;
  if (type === "ai") return <AiFields row={row} onChange={onChange} />;
  if (isStepType(type)) return <StepTextField type={type} text={text} onChange={setText} />;
  return <WorkTextField kind={type} text={text} onChange={setText} />;
};
