import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { RuleInput } from "#domain/rules/rule.ts";
import {
  defaultGoalDays,
  maxGoalDays,
  maxHoldoutPercent,
  type SequenceGoal,
} from "#domain/rules/sequence-goal.ts";
import { SegmentField } from "#web/components/rule/segment-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

const kinds = ["event", "segment", "converted"] as const satisfies readonly SequenceGoal["kind"][];

/** What a goal is before its field is filled. */
const emptyGoals: Record<SequenceGoal["kind"], SequenceGoal> = {
  event: { kind: "event", type: "" },
  segment: { kind: "segment", segmentId: "" },
  converted: { kind: "converted" },
};

export const goalFieldNames = ["goal", "goalDays", "holdoutPercent"] as const;

const numberFields = [
  { name: "goalDays", min: 1, max: maxGoalDays, empty: defaultGoalDays },
  { name: "holdoutPercent", min: 0, max: maxHoldoutPercent, empty: 0 },
] as const;

type GoalFieldsProps = { form: UseFormReturn<RuleInput> };

/** What counts as the goal of a sequence, by when, and how many are kept aside to compare. */
export const GoalFields = ({ form }: GoalFieldsProps) => {
  const { t } = useTranslation();
  const goal = form.watch("options.goal") ?? null;
  const errors = form.formState.errors.options;
  const invalid = (name: (typeof goalFieldNames)[number]) =>
    errors?.[name] ? t("validation.invalid") : undefined;
  const setGoal = (next: SequenceGoal | null) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    form.setValue("options.goal", next, options);
    // Without a goal there is nothing to compare.
    if (!next) form.setValue("options.holdoutPercent", 0, options);
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("sequence.goal.kind")} hint={t("sequence.goal.kindHint")}>
        <Select
          value={goal?.kind ?? ""}
          onChange={({ target }) => {
            const kind = kinds.find((each) => each === target.value);
            setGoal(kind ? emptyGoals[kind] : null);
          }}
        >
          <option value="">{t("sequence.goal.kinds.none")}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`sequence.goal.kinds.${kind}`)}
            </option>
          ))}
        </Select>
      </Field>
      {goal?.kind === "event" && (
        <Field
          label={t("sequence.goal.event")}
          hint={t("sequence.goal.eventHint")}
          required
          error={invalid("goal")}
        >
          <Input
            autoComplete="off"
            maxLength={200}
            value={goal.type}
            onChange={({ target }) => setGoal({ kind: "event", type: target.value })}
          />
        </Field>
      )}
      {goal?.kind === "segment" && (
        <Field
          label={t("sequence.goal.segment")}
          hint={t("sequence.goal.segmentHint")}
          required
          error={invalid("goal")}
        >
          <SegmentField
            id={goal.segmentId}
            onChange={(segmentId) => setGoal({ kind: "segment", segmentId })}
          />
        </Field>
      )}
      {goal &&
        numberFields.map(({ name, min, max, empty }) => (
          <Controller
            key={name}
            name={`options.${name}`}
            control={form.control}
            render={({ field: { value = empty, onChange, ref } }) => (
              <Field
                label={t(`sequence.goal.${name}`)}
                hint={t(`sequence.goal.${name}Hint`)}
                error={invalid(name)}
              >
                <Input
                  ref={ref}
                  type="number"
                  min={min}
                  max={max}
                  step={1}
                  value={Number.isNaN(value) ? "" : value}
                  onChange={({ target }) => onChange(target.valueAsNumber)}
                />
              </Field>
            )}
          />
        ))}
    </div>
  );
};
