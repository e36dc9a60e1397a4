import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isReadableValue } from "#domain/people/field-kinds.ts";
import type { PersonInput } from "#domain/person.ts";
import { FieldValueInput } from "#web/components/person-field/field-value-input.tsx";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { Field } from "#web/ui/field.tsx";

/** The custom fields of the person's form. */
export const CustomFields = ({ form }: { form: UseFormReturn<PersonInput> }) => {
  const { t } = useTranslation();
  const fields = usePersonFields();
  const labelOf = useFieldLabel();
  const { errors, defaultValues } = form.formState;
  if (fields.length === 0) return null;
  const fieldErrors = errors.fields as Record<string, { message?: string }> | undefined;
  const storedFields: Record<string, unknown> = defaultValues?.fields ?? {};
  const isUnreadable = (field: (typeof fields)[number]): boolean =>
    !isReadableValue(storedFields[field.key] ?? null, field);
  return (
    <fieldset className="grid min-w-0 gap-3 border-line border-t pt-4">
      <legend className="sr-only">{t("personFields.legend")}</legend>
      <Controller
        name="fields"
        control={form.control}
        render={({ field: { value: values, onChange } }) => (
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map((field) => (
              <Field
                key={field.key}
                className={field.kind === "choices" ? "sm:col-span-2" : ""}
                label={labelOf(field)}
                hint={isUnreadable(field) ? t("personFields.unreadable") : undefined}
                error={fieldErrors?.[field.key]?.message}
              >
                <FieldValueInput
                  field={field}
                  value={values[field.key]}
                  onChange={(value) => onChange({ ...values, [field.key]: value })}
                />
              </Field>
            ))}
          </div>
        )}
      />
    </fieldset>
  );
};
