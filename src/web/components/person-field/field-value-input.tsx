import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { PersonField } from "#contract/person-fields.ts";
import { fieldCell, isReadableValue } from "#domain/people/field-kinds.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

type FieldValueInputProps = {
  field: Pick<PersonField, "kind" | "choices">;
  /** The stored value, or what was typed; null or undefined where there is none. */
  value: unknown;
  /** Typed text is read by the server; null removes the value. */
  onChange: (value: unknown) => void;
  /** For a control that stands outside a labelled field. */
  label?: string;
};

const toText = ({ field, value }: FieldValueInputProps): string =>
  typeof value === "string" ? value : fieldCell(value ?? null, field);

const TextValue = (
  props: FieldValueInputProps & { type?: string; inputMode?: "decimal"; placeholder?: string },
) => {
  const { onChange, type = "text", inputMode, placeholder, label } = props;
  return (
    <Input
      aria-label={label}
      type={type}
      inputMode={inputMode}
      placeholder={placeholder}
      autoComplete="off"
      value={toText(props)}
      onChange={({ target: { value } }) => onChange(value === "" ? null : value)}
    />
  );
};

const YesNoValue = ({ value, onChange, label }: FieldValueInputProps) => {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={label}
      value={typeof value === "boolean" ? String(value) : ""}
      onChange={({ target }) => onChange(target.value === "" ? null : target.value === "true")}
    >
      <option value="">{t("personFields.empty")}</option>
      <option value="true">{t("personFields.yes")}</option>
      <option value="false">{t("personFields.no")}</option>
    </Select>
  );
};

const ChoiceValue = (props: FieldValueInputProps) => {
  const { field, onChange, label } = props;
  const { t } = useTranslation();
  return (
    <Select
      aria-label={label}
      value={toText(props)}
      onChange={({ target: { value } }) => onChange(value === "" ? null : value)}
    >
      <option value="">{t("personFields.empty")}</option>
      {field.choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </Select>
  );
};

const ChoicesValue = ({ field, value, onChange }: FieldValueInputProps) => {
  const selected: unknown[] = Array.isArray(value) ? value : [];
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-2.5 py-1.5">
      {field.choices.map((choice) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button, which a label may contain
        <label key={choice} className="flex items-center gap-2 text-sm">
          <Checkbox
            id={undefined}
            checked={selected.includes(choice)}
            onCheckedChange={(on) => {
              const next = field.choices.filter((one) => (one === choice ? on : selected.includes(one)));
              onChange(next.length === 0 ? null : next);
            }}
          />
          {choice}
        </label>
      ))}
    </div>
  );
};

const inputs: Record<PersonFieldKind, (props: FieldValueInputProps) => ReactElement> = {
  text: (props) => <TextValue {...props} />,
  number: (props) => <TextValue {...props} inputMode="decimal" />,
  money: (props) => <TextValue {...props} inputMode="decimal" placeholder="0.00" />,
  date: (props) => <TextValue {...props} type="date" />,
  link: (props) => <TextValue {...props} type="url" placeholder="https://" />,
  yes_no: (props) => <YesNoValue {...props} />,
  choice: (props) => <ChoiceValue {...props} />,
  choices: (props) => <ChoicesValue {...props} />,
};

/** Kinds whose control can only show values that read. */
const closedKinds: ReadonlySet<PersonFieldKind> = new Set(["date", "yes_no", "choice", "choices"]);

/** The control of a custom field by its kind. A stored value that does not read is shown as text, to be corrected. */
export const FieldValueInput = (props: FieldValueInputProps) => {
  const { field, value } = props;
  const isUnreadable = closedKinds.has(field.kind) && !isReadableValue(value ?? null, field);
  return isUnreadable ? <TextValue {...props} /> : inputs[field.kind](props);
};
