import { useTranslation } from "react-i18next";
import { personStatuses } from "#domain/person.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { StepType } from "./read-row.ts";
import { OtherRuleField, OwnerField, SetFieldFields } from "./step-target-fields.tsx";

type ChosenType =
  | "preferred_channel"
  | "ai"
  | "set_stage"
  | "set_field"
  | "assign"
  | "start_rule"
  | "stop_rule";
const maxLengths: Record<Exclude<StepType, ChosenType>, number> = {
  add_tag: 60,
  remove_tag: 60,
  add_task: 200,
  notify: 200,
  ask: 200,
  webhook: 500,
};

type StepTextFieldProps = {
  type: Exclude<StepType, "preferred_channel" | "ai">;
  text: string;
  onChange: (text: string) => void;
};

/** A tag, a stage, a field, an owner, another rule, the title of a task, or the name of a question. */
export const StepTextField = ({ type, text, onChange }: StepTextFieldProps) => {
  const { t } = useTranslation();
  if (type === "set_field") return <SetFieldFields text={text} onChange={onChange} />;
  if (type === "assign") return <OwnerField id={text} onChange={onChange} />;
  if (type === "start_rule" || type === "stop_rule")
    return <OtherRuleField type={type} id={text} onChange={onChange} />;
  if (type === "set_stage") {
    const isKnown = personStatuses.some((status) => status === text);
    return (
      <Select
        aria-label={t("people.status.label")}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      >
        {personStatuses.map((status) => (
          <option key={status} value={status}>
            {t(`people.status.${status}`)}
          </option>
        ))}
        {!isKnown && <option value={text}>{text}</option>}
      </Select>
    );
  }
  return (
    <div className="grid gap-1">
      <Input
        aria-label={t(`sequence.text.${type}`)}
        placeholder={t(`sequence.text.${type}`)}
        autoComplete="off"
        maxLength={maxLengths[type]}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {(type === "add_task" || type === "notify" || type === "ask" || type === "webhook") && (
        <p className="text-faint text-xs">{t(`sequence.textHint.${type}`)}</p>
      )}
    </div>
  );
};
