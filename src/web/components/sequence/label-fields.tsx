import { useTranslation } from "react-i18next";
import type { StepCondition } from "#domain/rules/step-parts.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { stepTitle } from "./step-text.ts";
import type { SequenceRow } from "./step-tree.ts";

/** A step that lets the AI choose among labels. */
export type LabelStep = SequenceRow & { ai: { task: "classify"; labels: string[] } };

export const isLabelStep = (step: SequenceRow): step is LabelStep => step.ai?.task === "classify";

/** Those before a step, for which its condition may ask. */
export const labelStepsBefore = (steps: readonly SequenceRow[], id: string): LabelStep[] =>
  steps
    .slice(
      0,
      steps.findIndex((step) => step.id === id),
    )
    .filter(isLabelStep);

type LabelFieldsProps = {
  condition: StepCondition;
  steps: readonly LabelStep[];
  onChange: (condition: StepCondition) => void;
};

/** For which label of which AI step a condition asks. */
export const LabelFields = ({ condition, steps, onChange }: LabelFieldsProps) => {
  const { t } = useTranslation();
  const context = useRuleTextContext();
  const { step = "", label = "" } = condition;
  const labels = steps.find(({ id }) => id === step)?.ai.labels ?? [];
  return (
    <>
      {(steps.length > 1 || steps.every(({ id }) => id !== step)) && (
        <Field label={t("sequence.condition.aiStep")}>
          <Select
            value={step}
            onChange={({ target }) => onChange({ ...condition, step: target.value, label: "" })}
          >
            {steps.every(({ id }) => id !== step) && (
              <option value={step}>{t("sequence.target.gone")}</option>
            )}
            {steps.map((one) => (
              <option key={one.id} value={one.id}>
                {stepTitle(one, context)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t("sequence.condition.label")}>
        <Select value={label} onChange={({ target }) => onChange({ ...condition, label: target.value })}>
          <option value="" disabled>
            {t("sequence.condition.chooseLabel")}
          </option>
          {labels.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
          {label !== "" && !labels.includes(label) && <option value={label}>{label}</option>}
        </Select>
      </Field>
    </>
  );
};
