import { useRef } from "react";
import { insertVariable, VariablesSelect } from "#web/components/template/variables-select.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type WordsFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Several lines; one where absent. */
  rows?: number;
  hint?: string | undefined;
  error?: string | undefined;
  maxLength?: number;
  required?: boolean;
};

/** A text in which variables can be inserted at the cursor. */
export const WordsField = ({ label, value, onChange, rows, maxLength, ...field }: WordsFieldProps) => {
  const control = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const shared = {
    ref: control,
    value,
    autoComplete: "off",
    ...(maxLength === undefined ? {} : { maxLength }),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <Field
      {...field}
      label={label}
      aside={
        <VariablesSelect
          label={label}
          onSelect={(variable) => insertVariable(control.current, value, variable, onChange)}
        />
      }
    >
      {rows === undefined ? <Input {...shared} /> : <Textarea {...shared} rows={rows} />}
    </Field>
  );
};
