import type { RegisterOptions, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { FieldValue, SchemaValues } from "#web/lib/json-schema.ts";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

type SecretFieldProps = {
  fieldProps: { label: string; required: boolean; error: string | undefined; hint: string | undefined };
  name: string;
  form: UseFormReturn<SchemaValues>;
  rules: RegisterOptions<SchemaValues>;
  stored: FieldValue;
};

/** A stored secret is shown as a mask and can only be replaced or removed. */
export const SecretField = ({ fieldProps, name, form, rules, stored }: SecretFieldProps) => {
  const { t } = useTranslation();
  const removed = form.watch(name) === null;
  const mask = typeof stored === "string" ? stored : "";
  const setRemoved = (remove: boolean) => form.setValue(name, remove ? null : "", { shouldDirty: true });
  return (
    <Field
      {...fieldProps}
      hint={removed ? t("form.secretRemoved") : fieldProps.hint}
      aside={
        mask && (
          <button
            type="button"
            onClick={() => setRemoved(!removed)}
            aria-label={
              removed
                ? t("form.keepNamed", { name: fieldProps.label })
                : t("form.removeNamed", { name: fieldProps.label })
            }
            className="rounded px-1 text-soft text-xs hover:text-ink hover:underline disabled:hidden"
          >
            {removed ? t("form.keep") : t("form.remove")}
          </button>
        )
      }
    >
      <PasswordInput
        {...form.register(name, rules)}
        readOnly={removed}
        placeholder={removed ? "" : mask}
        autoComplete="new-password"
      />
    </Field>
  );
};
