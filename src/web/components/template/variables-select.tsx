import { useTranslation } from "react-i18next";
import { type TemplateVariable, variables } from "#domain/messages/variables.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { Select } from "#web/ui/select.tsx";

const variableGroups = ["person", "business", "event", "message"] as const;

/** The select may stand inside the field of a text, whose label and error belong to the text. */
const withoutFieldProps = {
  id: undefined,
  "aria-describedby": undefined,
  "aria-invalid": undefined,
  "aria-required": undefined,
};

type VariablesSelectProps = {
  onSelect: (name: string) => void;
  /** Of the text into which it is inserted, where there are several. */
  label?: string;
  /** All groups where absent. */
  groups?: readonly TemplateVariable["of"][];
};

export const VariablesSelect = ({ onSelect, label, groups = variableGroups }: VariablesSelectProps) => {
  const { t } = useTranslation();
  const personFields = usePersonFields();
  const labelOf = useFieldLabel();
  return (
    <Select
      {...withoutFieldProps}
      aria-label={label === undefined ? t("templates.insert") : t("templates.insertInto", { label })}
      value=""
      onChange={(event) => event.target.value && onSelect(event.target.value)}
      className="h-8 text-xs"
    >
      <option value="">{t("templates.insert")}</option>
      {groups.map((group) => (
        <optgroup key={group} label={t(`templates.variables.${group}`)}>
          {variables
            .filter(({ of }) => of === group)
            .map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
        </optgroup>
      ))}
      {personFields.length > 0 && groups.includes("person") && (
        <optgroup label={t("templates.variables.field")}>
          {personFields.map((field) => (
            <option key={field.key} value={`field.${field.key}`}>
              {labelOf(field)}
            </option>
          ))}
        </optgroup>
      )}
    </Select>
  );
};

/** Inserts a variable at the cursor, or at the end, and leaves the cursor behind it. */
export const insertVariable = (
  field: HTMLTextAreaElement | HTMLInputElement | null,
  text: string,
  variable: string,
  onChange: (text: string) => void,
): void => {
  const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length];
  const placeholder = `{{${variable}}}`;
  onChange(text.slice(0, from) + placeholder + text.slice(to));
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(from + placeholder.length, from + placeholder.length);
  });
};
