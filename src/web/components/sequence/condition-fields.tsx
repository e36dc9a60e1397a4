import { useTranslation } from "react-i18next";
import { type StepCondition, type StepTest, stepTests, testElses } from "#domain/rules/step-parts.ts";
import { SegmentField } from "#web/components/rule/segment-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { LabelFields, type LabelStep } from "./label-fields.tsx";

const asksSegment = (test: StepTest): boolean => test === "in_segment" || test === "not_in_segment";

const asksEvent = (test: StepTest): boolean => test === "happened" || test === "not_happened";

const asksLabel = (test: StepTest): boolean => test === "labelled" || test === "not_labelled";

const withTest = (
  is: StepTest,
  condition: StepCondition | undefined,
  labelSteps: readonly LabelStep[],
): StepCondition => ({
  is,
  ...(asksSegment(is) ? { segmentId: condition?.segmentId ?? "" } : {}),
  ...(asksEvent(is) ? { event: condition?.event ?? "" } : {}),
  ...(asksLabel(is)
    ? { step: condition?.step ?? labelSteps.at(-1)?.id ?? "", label: condition?.label ?? "" }
    : {}),
  ...(condition?.else ? { else: condition.else } : {}),
});

type ConditionFieldsProps = {
  condition: StepCondition | undefined;
  /** Of a question it is what is asked, and always set. */
  isQuestion: boolean;
  /** The steps before it that let the AI choose a label. */
  labelSteps: readonly LabelStep[];
  error: string | undefined;
  onChange: (condition: StepCondition | undefined) => void;
};

/** What must be true of a person for a step, and what happens otherwise. */
export const ConditionFields = ({
  condition,
  isQuestion,
  labelSteps,
  error,
  onChange,
}: ConditionFieldsProps) => {
  const { t } = useTranslation();
  const offered = stepTests.filter(
    (test) => !asksLabel(test) || labelSteps.length > 0 || test === condition?.is,
  );
  return (
    <div className="grid gap-2">
      <div className={isQuestion ? "grid" : "grid grid-cols-2 gap-2.5"}>
        <Field label={t(isQuestion ? "sequence.condition.asks" : "sequence.onlyIf")} error={error}>
          <Select
            value={condition?.is ?? ""}
            onChange={(event) => {
              const is = stepTests.find((test) => test === event.target.value);
              onChange(is && withTest(is, condition, labelSteps));
            }}
          >
            {!isQuestion && <option value="">{t("sequence.condition.always")}</option>}
            {offered.map((test) => (
              <option key={test} value={test}>
                {t(`sequence.condition.test.${test}`)}
              </option>
            ))}
          </Select>
        </Field>
        {!isQuestion && condition && (
          <Field label={t("sequence.condition.else")}>
            <Select
              value={condition.else ?? "skip"}
              onChange={(event) =>
                onChange({ ...condition, else: event.target.value === "end" ? "end" : "skip" })
              }
            >
              {testElses.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`sequence.condition.elseDo.${choice}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {condition && asksSegment(condition.is) && (
        <SegmentField
          id={condition.segmentId ?? ""}
          onChange={(segmentId) => onChange({ ...condition, segmentId })}
        />
      )}
      {condition && asksLabel(condition.is) && (
        <LabelFields condition={condition} steps={labelSteps} onChange={onChange} />
      )}
      {condition && asksEvent(condition.is) && (
        <Field label={t("sequence.condition.event")} hint={t("sequence.condition.eventHint")}>
          <Input
            autoComplete="off"
            maxLength={200}
            value={condition.event ?? ""}
            onChange={({ target }) => onChange({ ...condition, event: target.value })}
          />
        </Field>
      )}
    </div>
  );
};
