import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { EndpointFormValues } from "./form-values.ts";

type TextName = {
  [K in keyof EndpointFormValues]: EndpointFormValues[K] extends string ? K : never;
}[keyof EndpointFormValues];

type FieldProps = {
  name: TextName;
  label: string;
  hint?: string | undefined;
  required?: boolean;
  className?: string;
};

type TextFieldProps = FieldProps & {
  type?: "text" | "url";
  numeric?: boolean;
  /** For code such as header names and paths. */
  mono?: boolean;
  placeholder?: string;
};

export const TextField = ({
  name,
  type = "text",
  numeric,
  mono,
  placeholder,
  ...fieldProps
}: TextFieldProps) => {
  const { register, formState } = useFormContext<EndpointFormValues>();
  return (
    <Field {...fieldProps} error={formState.errors[name]?.message}>
      <Input
        type={type}
        inputMode={numeric ? "numeric" : undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={name === "name"}
        className={cn(mono && "font-mono")}
        {...register(name)}
      />
    </Field>
  );
};

type SelectFieldProps = FieldProps & { children: ReactNode; onChange?: (value: string) => void };

export const SelectField = ({ name, children, onChange, ...fieldProps }: SelectFieldProps) => {
  const { register } = useFormContext<EndpointFormValues>();
  return (
    <Field {...fieldProps}>
      <Select {...register(name, { onChange: ({ target }) => onChange?.(target.value) })}>{children}</Select>
    </Field>
  );
};

type SecretTextFieldProps = Omit<FieldProps, "name"> & {
  name: "apiKey" | "secretKey";
  /** The mask of the stored secret. */
  stored: string | null | undefined;
};

/** Stored secrets never reach the browser: the mask is the placeholder, and an empty field keeps the secret. */
export const SecretTextField = ({
  name,
  stored,
  required = false,
  hint,
  ...fieldProps
}: SecretTextFieldProps) => {
  const { t } = useTranslation();
  const { register, formState } = useFormContext<EndpointFormValues>();
  const error = formState.errors[name];
  return (
    <Field
      {...fieldProps}
      required={required && !stored}
      // An error asks for the secret, so the hint to leave it out would contradict it.
      hint={stored && !error ? t("endpoints.keepSecret") : hint}
      error={error?.message}
    >
      <PasswordInput autoComplete="new-password" placeholder={stored ?? ""} {...register(name)} />
    </Field>
  );
};

export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-4 border-line border-t pt-4 first:border-t-0 first:pt-0">
    <legend className="sr-only">{title}</legend>
    <p aria-hidden="true" className="font-[620] text-sm">
      {title}
    </p>
    {children}
  </fieldset>
);

export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className="grid min-w-0 gap-4 sm:grid-cols-2">{children}</div>
);
