import { PenLine } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BulkChange } from "#domain/bulk-change.ts";
import { languages } from "#domain/language.ts";
import { personTypes } from "#domain/person.ts";
import { FieldValueInput } from "#web/components/person-field/field-value-input.tsx";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Select } from "#web/ui/select.tsx";
import type { OwnerChoice } from "./people-columns.tsx";

const builtIn = ["owner", "type", "language"] as const;
type BuiltIn = (typeof builtIn)[number];
const customPrefix = "field.";

type FieldChange = Extract<BulkChange, { kind: "field" }>;

/** The change that the form describes; an empty value removes it, except for the type, which everybody has. */
const toChange = (target: string, value: unknown): BulkChange | undefined => {
  const text = typeof value === "string" && value !== "" ? value : null;
  if (target.startsWith(customPrefix))
    return {
      kind: "field",
      key: target.slice(customPrefix.length),
      value: (value ?? null) as FieldChange["value"],
    };
  if (target === "owner") return { kind: "owner", userId: text };
  if (target === "language")
    return { kind: "language", language: languages.find((one) => one === text) ?? null };
  const type = personTypes.find((one) => one === text);
  return type && { kind: "type", type };
};

type BulkEditProps = {
  colleagues: readonly OwnerChoice[] | undefined;
  disabled: boolean;
  onApply: (change: BulkChange) => void;
};

/** Sets or empties one field of the selected people. */
export const BulkEdit = ({ colleagues, disabled, onApply }: BulkEditProps) => {
  const { t } = useTranslation();
  const customFields = usePersonFields();
  const labelOf = useFieldLabel();
  const [open, setOpen] = useState(false);
  const [target, setTarget] = useState<string>("owner");
  const [value, setValue] = useState<unknown>(null);
  const custom = customFields.find(({ key }) => `${customPrefix}${key}` === target);
  const change = toChange(target, value);
  const options: Record<BuiltIn, readonly { id: string; label: string }[]> = {
    owner: (colleagues ?? []).map(({ id, name }) => ({ id, label: name })),
    type: personTypes.map((type) => ({ id: type, label: t(`people.type.${type}`) })),
    language: languages.map((language) => ({ id: language, label: t(`people.bulk.language.${language}`) })),
  };
  const chosen = builtIn.find((one) => one === target);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("people.bulk.edit")}
      className="w-80 p-4"
      trigger={
        <Button size="sm" disabled={disabled}>
          <PenLine aria-hidden="true" />
          {t("people.bulk.edit")}
        </Button>
      }
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!change) return;
          setOpen(false);
          setValue(null);
          onApply(change);
        }}
      >
        <Field label={t("people.bulk.field")}>
          <Select
            value={target}
            onChange={(event) => {
              setTarget(event.target.value);
              setValue(null);
            }}
          >
            {builtIn.map((one) => (
              <option key={one} value={one}>
                {t(`people.bulk.fields.${one}`)}
              </option>
            ))}
            {customFields.length > 0 && (
              <optgroup label={t("people.bulk.customFields")}>
                {customFields.map((field) => (
                  <option key={field.key} value={`${customPrefix}${field.key}`}>
                    {labelOf(field)}
                  </option>
                ))}
              </optgroup>
            )}
          </Select>
        </Field>
        <Field
          label={t("people.bulk.value")}
          hint={target === "type" ? undefined : t("people.bulk.emptyHint")}
        >
          {chosen ? (
            <Select
              value={typeof value === "string" ? value : ""}
              onChange={(event) => setValue(event.target.value || null)}
            >
              <option value="">{t(`people.bulk.none.${chosen}`)}</option>
              {options[chosen].map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          ) : (
            custom && <FieldValueInput field={custom} value={value} onChange={setValue} />
          )}
        </Field>
        <Button type="submit" variant="primary" disabled={!change} className="justify-self-end">
          {t("people.bulk.apply")}
        </Button>
      </form>
    </Popover>
  );
};
