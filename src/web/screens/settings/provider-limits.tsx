import { useId } from "react";
import type { RegisterOptions, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { AiProvider } from "#contract/ai-providers.ts";
import type { SchemaValues } from "#web/lib/json-schema.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Switch } from "#web/ui/switch.tsx";

/** As the API accepts them. */
const bounds = {
  monthlyBudget: { min: 0, max: 1_000_000, isWhole: false, isRequired: false },
  timeoutSeconds: { min: 2, max: 120, isWhole: true, isRequired: true },
  maxConcurrent: { min: 1, max: 64, isWhole: true, isRequired: true },
} as const;
const limitNames = ["monthlyBudget", "timeoutSeconds", "maxConcurrent"] as const;

type Limits = Pick<AiProvider, (typeof limitNames)[number] | "acceptsPersonalText">;

/** The limits as the form holds them. */
export const toLimitValues = (limits: Limits): SchemaValues => ({
  monthlyBudget: limits.monthlyBudget === null ? "" : String(limits.monthlyBudget),
  timeoutSeconds: String(limits.timeoutSeconds),
  maxConcurrent: String(limits.maxConcurrent),
  acceptsPersonalText: limits.acceptsPersonalText,
});

/** The limits as the API takes them. The form has validated its values. */
export const readLimits = (values: SchemaValues): Limits => {
  const budget = String(values.monthlyBudget ?? "").trim();
  return {
    monthlyBudget: budget === "" ? null : Number(budget),
    timeoutSeconds: Number(values.timeoutSeconds),
    maxConcurrent: Number(values.maxConcurrent),
    acceptsPersonalText: values.acceptsPersonalText === true,
  };
};

type ProviderLimitsProps = {
  form: UseFormReturn<SchemaValues>;
  provider: AiProvider;
  disabled: boolean;
};

export const ProviderLimits = ({ form, provider, disabled }: ProviderLimitsProps) => {
  const { t } = useTranslation();
  const acceptId = useId();
  const warningId = useId();
  const { name, needsAcceptance, server } = provider;

  const rulesOf = (limit: (typeof limitNames)[number]): RegisterOptions<SchemaValues> => ({
    validate: (value) => {
      const { min, max, isWhole, isRequired } = bounds[limit];
      const text = String(value ?? "").trim();
      if (text === "") return isRequired ? t("validation.required") : true;
      const amount = Number(text);
      if (!Number.isFinite(amount) || (isWhole && !Number.isInteger(amount))) return t("validation.number");
      if (amount < min) return t("validation.atLeast", { min });
      return amount <= max || t("validation.atMost", { max });
    },
  });

  return (
    <>
      <div className="grid gap-4 border-line border-t pt-4 sm:grid-cols-3">
        {limitNames.map((limit) => (
          <Field
            key={limit}
            label={t(`settings.ai.${limit}`)}
            hint={t(`settings.ai.${limit}Hint`)}
            error={form.formState.errors[limit]?.message}
          >
            <Input
              type="text"
              inputMode={bounds[limit].isWhole ? "numeric" : "decimal"}
              autoComplete="off"
              {...form.register(limit, rulesOf(limit))}
            />
          </Field>
        ))}
      </div>
      {needsAcceptance && (
        <div className="grid gap-1.5 rounded-lg bg-warn-tint px-3 py-2.5">
          <div className="flex items-center gap-2.5">
            <Switch
              id={acceptId}
              aria-describedby={warningId}
              checked={form.watch("acceptsPersonalText") === true}
              disabled={disabled}
              onCheckedChange={(checked) =>
                form.setValue("acceptsPersonalText", checked, { shouldDirty: true })
              }
            />
            <label htmlFor={acceptId} className="font-[540] text-sm">
              {t("settings.ai.acceptsPersonalText", { name })}
            </label>
          </div>
          <p id={warningId} className="text-warn text-xs">
            {server ? t("settings.ai.acceptsServerHint") : t("settings.ai.acceptsPersonalTextHint", { name })}
          </p>
        </div>
      )}
    </>
  );
};
