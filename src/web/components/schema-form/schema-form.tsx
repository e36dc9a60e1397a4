import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { SubmitHandler, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { showIssues } from "#web/lib/form-errors.ts";
import {
  type FieldOptions,
  type FieldValue,
  type FormField,
  readFields,
  type SchemaValues,
} from "#web/lib/json-schema.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Collapsible } from "#web/ui/collapsible.tsx";
import { SchemaField } from "./schema-field.tsx";

type AdvancedFieldsProps = {
  form: UseFormReturn<SchemaValues>;
  names: string[];
  className: string;
  children: ReactNode;
};

/** Fields that few people need, folded away until one of them has to be corrected. */
const AdvancedSection = ({ form, names, className, children }: AdvancedFieldsProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { errors, submitCount } = form.formState;
  const wrong = names.find((name) => errors[name]);
  const isFirst = wrong !== undefined && Object.keys(errors).every((name) => names.includes(name));
  // Each refused attempt to save opens it; what is folded cannot take the focus before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second attempt with the same error counts too
  useEffect(() => {
    if (wrong === undefined) return;
    setOpen(true);
    if (isFirst) requestAnimationFrame(() => form.setFocus(wrong));
  }, [wrong, isFirst, submitCount, form.setFocus]);
  return (
    <Collapsible title={t("form.advanced")} open={open} onToggle={setOpen} className={cn("p-3", className)}>
      {children}
    </Collapsible>
  );
};

type SchemaFormProps = {
  /** JSON Schema of an object. */
  schema: Record<string, unknown>;
  /** What is stored; a secret comes as a mask, or null when there is none. */
  values: Record<string, FieldValue>;
  /** When it throws, the server's issues show at their fields. */
  onSubmit: (body: Record<string, FieldValue>) => Promise<void>;
  disabled?: boolean;
  /** Two fields side by side where there is room. */
  wide?: boolean;
  /** Fields whose choices come from elsewhere. */
  offered?: Record<string, FieldOptions>;
  /** `entered` is what a save would send now, unchecked. */
  actions: (form: { busy: boolean; dirty: boolean; entered: () => Record<string, FieldValue> }) => ReactNode;
};

const startingValue = ({ kind, schema, name }: FormField, values: Record<string, FieldValue>) => {
  if (kind === "secret") return "";
  const value = values[name] ?? schema.default;
  if (kind === "switch") return value === true;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

const toValue = (field: FormField, entered: SchemaValues[string] | undefined): FieldValue => {
  if (typeof entered !== "string") return entered ?? null;
  const text = entered.trim();
  if (text === "") return null;
  const numeric = field.kind === "number" || field.schema.enum?.some((option) => option === Number(text));
  return numeric ? Number(text) : text;
};

/**
 * What a save sends: every plain setting that is filled in, for the save replaces them all. A secret goes along
 * only when it was typed anew, or as null when it is to be removed.
 */
const bodyOf = (fields: FormField[], entered: SchemaValues) => {
  const body: Record<string, FieldValue> = {};
  for (const field of fields) {
    const isRemovedSecret = field.kind === "secret" && entered[field.name] === null;
    const value = toValue(field, entered[field.name]);
    if (value !== null || isRemovedSecret) body[field.name] = value;
  }
  return body;
};

export const SchemaForm = ({
  schema,
  values,
  onSubmit,
  disabled = false,
  wide = false,
  offered,
  actions,
}: SchemaFormProps) => {
  const { t } = useTranslation();
  const fields = useMemo(() => readFields(schema), [schema]);
  const start = useMemo(
    () => Object.fromEntries(fields.map((field) => [field.name, startingValue(field, values)])),
    [fields, values],
  );
  const form = useStoredForm<SchemaValues>(start);
  const { isSubmitting, isDirty } = form.formState;

  const submit: SubmitHandler<SchemaValues> = async (entered) => {
    try {
      await onSubmit(bodyOf(fields, entered));
      // A saved secret leaves the page: only its mask comes back.
      const secrets = fields.filter(({ kind }) => kind === "secret").map(({ name }) => [name, ""]);
      form.reset({ ...entered, ...Object.fromEntries(secrets) });
    } catch (error) {
      showIssues(
        error,
        form.setError,
        fields.map(({ name }) => name),
      );
    }
  };

  const [usual, advanced] = [false, true].map((is) =>
    fields.filter(({ schema: { advanced = false } }) => advanced === is),
  );
  const drawn = (list: FormField[] = []) =>
    list.map((field) => (
      <SchemaField
        key={field.name}
        field={field}
        form={form}
        stored={values[field.name] ?? null}
        offered={offered?.[field.name]}
      />
    ));
  const columns = cn("grid gap-4", wide && "sm:grid-cols-2");

  return (
    <form
      noValidate
      aria-busy={isSubmitting}
      onSubmit={form.handleSubmit(submit)}
      className="grid flex-1 content-between gap-4"
    >
      <fieldset disabled={disabled} className="grid min-w-0 gap-4">
        <legend className="sr-only">{t("form.fields")}</legend>
        <div className={columns}>{drawn(usual)}</div>
        {advanced && advanced.length > 0 && (
          <AdvancedSection form={form} names={advanced.map(({ name }) => name)} className={columns}>
            {drawn(advanced)}
          </AdvancedSection>
        )}
      </fieldset>
      {actions({ busy: isSubmitting, dirty: isDirty, entered: () => bodyOf(fields, form.getValues()) })}
    </form>
  );
};
