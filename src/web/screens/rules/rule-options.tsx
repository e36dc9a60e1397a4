import { useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { RuleInput } from "#domain/rules/rule.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";

const minutesPerUnit = { minutes: 1, hours: 60, days: 1440 } as const;
type Unit = keyof typeof minutesPerUnit;
const unitIds = Object.keys(minutesPerUnit) as Unit[];

const numberOrNull = (text: string): number | null => (text.trim() === "" ? null : Number(text));

type DelayFieldProps = { value: number; onChange: (minutes: number) => void };

const DelayField = ({ value, onChange }: DelayFieldProps) => {
  const { t } = useTranslation();
  const [unit, setUnit] = useState<Unit>(
    () => unitIds.findLast((name) => value > 0 && value % minutesPerUnit[name] === 0) ?? "minutes",
  );
  const amount = value / minutesPerUnit[unit];
  return (
    <div className="flex gap-2">
      <Input
        type="number"
        min={0}
        step={1}
        value={Number.isNaN(amount) ? "" : amount}
        onChange={(event) => onChange(Math.round(event.target.valueAsNumber * minutesPerUnit[unit]))}
        className="w-24"
      />
      <Select
        aria-label={t("rules.options.unit")}
        value={unit}
        onChange={({ target }) => {
          const next = target.value as Unit;
          setUnit(next);
          if (!Number.isNaN(amount)) onChange(Math.round(amount * minutesPerUnit[next]));
        }}
        wrapperClassName="flex-1"
      >
        {unitIds.map((name) => (
          <option key={name} value={name}>
            {t(`rules.options.units.${name}`)}
          </option>
        ))}
      </Select>
    </div>
  );
};

type OptionFieldsProps = { form: UseFormReturn<RuleInput> };

const useOptionError = (form: OptionFieldsProps["form"]) => {
  const { t } = useTranslation();
  const errors = form.formState.errors.options;
  return (name: keyof NonNullable<RuleInput["options"]>) =>
    errors?.[name] ? t("validation.invalid") : undefined;
};

const OnceFields = ({ form }: OptionFieldsProps) => {
  const { t } = useTranslation();
  const errorOf = useOptionError(form);
  return (
    <>
      <Controller
        name="options.delayMinutes"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <Field
            label={t("rules.options.delay")}
            hint={t("rules.options.delayHint")}
            error={errorOf("delayMinutes")}
          >
            <DelayField value={value ?? 0} onChange={onChange} />
          </Field>
        )}
      />
      <Controller
        name="options.stopOnReply"
        control={form.control}
        render={({ field: { value, onChange, ref } }) => (
          <Field
            label={t("rules.options.stopOnReply")}
            hint={t("rules.options.stopOnReplyHint")}
            aside={<Switch ref={ref} checked={value ?? false} onCheckedChange={onChange} />}
          >
            {null}
          </Field>
        )}
      />
    </>
  );
};

const LimitFields = ({ form }: OptionFieldsProps) => {
  const { t } = useTranslation();
  const errorOf = useOptionError(form);
  return (
    <>
      {(["reentryDays", "frequencyCapPerDay", "repeatHours"] as const).map((name) => (
        <Controller
          key={name}
          name={`options.${name}`}
          control={form.control}
          render={({ field: { value, onChange, ref } }) => (
            <Field
              label={t(`rules.options.${name}`)}
              hint={t(`rules.options.${name}Hint`)}
              error={errorOf(name)}
            >
              <Input
                ref={ref}
                type="number"
                min={1}
                step={1}
                placeholder={t("rules.options.noLimit")}
                value={value ?? ""}
                onChange={(event) => onChange(numberOrNull(event.target.value))}
              />
            </Field>
          )}
        />
      ))}
    </>
  );
};

type RuleOptionsFieldsProps = OptionFieldsProps & {
  /** The waits of its steps and the list of what ends it take the place of two fields. */
  isSequence?: boolean;
};

export const RuleOptionsFields = ({ form, isSequence = false }: RuleOptionsFieldsProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {!isSequence && <OnceFields form={form} />}
    <LimitFields form={form} />
  </div>
);
