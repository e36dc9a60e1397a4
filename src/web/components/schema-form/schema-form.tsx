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

/** Rarely needed fields, collapsed until one of them has an error. */
const AdvancedSection = ({ form, names, className, children }: AdvancedFieldsProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { errors, submitCount } = form.formState;
  const invalidName = names.find((name) => errors[name]);
  const hasOnlyAdvancedErrors =
    invalidName !== undefined && Object.keys(errors).every((name) => names.includes(name));
  // Every failed submit opens the section, as a collapsed field cannot receive the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second submit with the same error opens it again
  useEffect(() => {
    if (invalidName === undefined) return;
    setOpen(true);
    if (hasOnlyAdvancedErrors) requestAnimationFrame(() => form.setFocus(invalidName));
  }, [invalidName, hasOnlyAdvancedErrors, submitCount, form.setFocus]);
  return (
    <Collapsible title={t("form.advanced")} open={open} onToggle={setOpen} className={cn("p-3", className)}>
      {children}
    </Collapsible>
  );
};

type SchemaFormProps = {
  /** JSON Schema of an object. */
  schema: Record<string, unknown>;
  /** Stored values; a secret is its mask, or null if there is none. */
  values: Record<string, FieldValue>;
  /** If it throws, the server's issues are shown at their fields. */
  onSubmit: (body: Record<string, FieldValue>) => Promise<void>;
  disabled?: boolean;
  /** Two columns where there is space. */
  wide?: boolean;
  /** Options that are not part of the schema, by field. */
  options?: Record<string, FieldOptions>;
  /** Fields are required only together with a secret: without one the sandbox is used, which has values of its own. */
  requiredWithSecret?: boolean;
  /** `entered` returns the body that a save would send now, not validated. */
  actions: (form: { busy: boolean; dirty: boolean; entered: () => Record<string, FieldValue> }) => ReactNode;
};

const initialValue = ({ kind, schema, name }: FormField, values: Record<string, FieldValue>) => {
  if (kind === "secret") return "";
  const value = values[name] ?? schema.default;
  if (kind === "switch") return value === true;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

const parseEntry = (field: FormField, entered: SchemaValues[string] | undefined): FieldValue => {
  if (typeof entered !== "string") return entered ?? null;
  const text = entered.trim();
  if (text === "") return null;
  const numeric = field.kind === "number" || field.schema.enum?.some((option) => option === Number(text));
  return numeric ? Number(text) : text;
};

/**
 * The body of a save: every setting that is filled in, as a save replaces them all. A secret is included only if it
 * was typed, or as null to remove it.
 */
const buildBody = (fields: FormField[], entered: SchemaValues) => {
  const body: Record<string, FieldValue> = {};
  for (const field of fields) {
    const isRemovedSecret = field.kind === "secret" && entered[field.name] === null;
    const value = parseEntry(field, entered[field.name]);
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
  options,
  requiredWithSecret = false,
  actions,
}: SchemaFormProps) => {
  const { t } = useTranslation();
  const fields = useMemo(() => readFields(schema), [schema]);
  const start = useMemo(
    () => Object.fromEntries(fields.map((field) => [field.name, initialValue(field, values)])),
    [fields, values],
  );
  const form = useStoredForm<SchemaValues>(start);
  const entered = form.watch();
  const keepsSecret = fields.some(({ kind, name }) => {
    const typed = entered[name];
    return kind === "secret" && (typed ? true : typed !== null && (values[name] ?? null) !== null);
  });
  const isLenient = requiredWithSecret && !keepsSecret;
  const { isSubmitting, isDirty } = form.formState;

  const submit: SubmitHandler<SchemaValues> = async (submitted) => {
    try {
      await onSubmit(buildBody(fields, submitted));
      // A saved secret is cleared from the form; only its mask is shown again.
      const secrets = fields.filter(({ kind }) => kind === "secret").map(({ name }) => [name, ""]);
      form.reset({ ...submitted, ...Object.fromEntries(secrets) });
    } catch (error) {
      showIssues(
        error,
        form.setError,
        fields.map(({ name }) => name),
      );
    }
  };

  const basic = fields.filter(({ schema }) => !schema.advanced);
  const advanced = fields.filter(({ schema }) => schema.advanced);
  const renderFields = (list: FormField[]) =>
    list.map((field) => (
      <SchemaField
        key={field.name}
        field={isLenient ? { ...field, required: false } : field}
        form={form}
        stored={values[field.name] ?? null}
        options={options?.[field.name]}
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
        <div className={columns}>{renderFields(basic)}</div>
        {advanced.length > 0 && (
          <AdvancedSection form={form} names={advanced.map(({ name }) => name)} className={columns}>
            {renderFields(advanced)}
          </AdvancedSection>
        )}
      </fieldset>
      {actions({ busy: isSubmitting, dirty: isDirty, entered: () => buildBody(fields, form.getValues()) })}
    </form>
  );
};
