import { type Control, Controller, type RegisterOptions, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  type FieldOptions,
  type FieldValue,
  type FormField,
  humanise,
  type SchemaValues,
} from "#web/lib/json-schema.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { SecretField } from "./secret-field.tsx";

type OptionsSelectProps = {
  control: Control<SchemaValues>;
  name: string;
  rules: RegisterOptions<SchemaValues>;
  options: FieldOptions;
};

/** A select whose options are loaded later; the stored value stays selected even if it is not listed. */
const OptionsSelect = ({ control, name, rules, options }: OptionsSelectProps) => {
  const { t } = useTranslation();
  return (
    <Controller
      control={control}
      name={name}
      rules={rules.validate === undefined ? {} : { validate: rules.validate }}
      render={({ field: { value, ...field } }) => {
        const selected = typeof value === "string" ? value : "";
        const isListed = selected === "" || options.some((option) => option.value === selected);
        return (
          <Select {...field} value={selected}>
            <option value="">{t("form.notSet")}</option>
            {!isListed && <option value={selected}>{selected}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        );
      }}
    />
  );
};

type SchemaFieldProps = {
  field: FormField;
  form: UseFormReturn<SchemaValues>;
  stored: FieldValue;
  options?: FieldOptions | undefined;
};

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const useRules = (
  { schema, kind, required }: FormField,
  hasStored: boolean,
): RegisterOptions<SchemaValues> => {
  const { t } = useTranslation();
  return {
    validate: (entered) => {
      if (typeof entered !== "string") return true;
      const text = entered.trim();
      if (text === "") return required && !(kind === "secret" && hasStored) ? t("validation.required") : true;
      const { minLength, maxLength, minimum, maximum, pattern } = schema;
      if (kind === "number") {
        const value = Number(text);
        if (Number.isNaN(value)) return t("validation.number");
        if (minimum !== undefined && value < minimum) return t("validation.atLeast", { min: minimum });
        if (maximum !== undefined && value > maximum) return t("validation.atMost", { max: maximum });
        return true;
      }
      if (kind === "email" && !emailPattern.test(text)) return t("validation.email");
      if (kind === "uri" && !URL.canParse(text)) return t("validation.url");
      if (minLength !== undefined && text.length < minLength)
        return t("validation.tooShort", { min: minLength });
      if (maxLength !== undefined && text.length > maxLength)
        return t("validation.tooLong", { max: maxLength });
      // The schemas of e-mail addresses and URLs have patterns too; the two checks above replace them.
      if (kind === "text" && pattern && !new RegExp(pattern, "u").test(text)) return t("validation.invalid");
      return true;
    },
  };
};

const inputTypes = { email: "email", uri: "url", number: "text", text: "text" } as const;

export const SchemaField = ({ field, form, stored, options }: SchemaFieldProps) => {
  const { t, i18n } = useTranslation();
  const { name, schema, kind, required } = field;
  const rules = useRules(field, stored !== null);
  const textOr = (key: string, fallback: string) =>
    i18n.exists(key) ? String(i18n.t(key as never)) : fallback;
  const label = textOr(`connectorField.${name}`, schema.title ?? humanise(name));
  const error = form.formState.errors[name]?.message;
  const fieldProps = { label, required, error, hint: schema.description };

  if (kind === "secret")
    return <SecretField fieldProps={fieldProps} name={name} form={form} rules={rules} stored={stored} />;
  if (kind === "switch") {
    return (
      <Field {...fieldProps} className="max-w-full">
        <Controller
          name={name}
          control={form.control}
          render={({ field: { value, onChange, ref } }) => (
            <Switch ref={ref} checked={value === true} onCheckedChange={onChange} />
          )}
        />
      </Field>
    );
  }
  if (kind === "multiline") {
    return (
      <Field {...fieldProps} className="sm:col-span-full">
        <Textarea
          {...form.register(name, rules)}
          rows={6}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-xs"
        />
      </Field>
    );
  }
  if (options) {
    return (
      <Field {...fieldProps}>
        <OptionsSelect control={form.control} name={name} rules={rules} options={options} />
      </Field>
    );
  }
  return (
    <Field {...fieldProps}>
      {kind === "choice" ? (
        <Select {...form.register(name, rules)}>
          {!required && schema.default === undefined && <option value="">{t("form.notSet")}</option>}
          {schema.enum?.map((option) => (
            <option key={option} value={option}>
              {textOr(`connectorOption.${option}`, String(option))}
            </option>
          ))}
        </Select>
      ) : (
        <Input
          {...form.register(name, rules)}
          type={inputTypes[kind]}
          inputMode={kind === "number" ? "decimal" : undefined}
          placeholder={schema.examples?.[0] === undefined ? undefined : String(schema.examples[0])}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
};
