import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { PersonField } from "#contract/person-fields.ts";
import type { ImportColumn, ImportOptions } from "#domain/import/import-options.ts";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

const choices = ["fill", "overwrite", "leave"] as const;
type Choice = (typeof choices)[number];

const matchKeys = ["address", "email", "phone", "id", "none"] as const;

/** Lists are always joined; every other column follows the choice. */
const withMode = (column: ImportColumn, mode: "fill" | "overwrite"): ImportColumn =>
  column.mode === "append" ? column : { ...column, mode };

const chosen = ({ update, columns }: ImportOptions): Choice => {
  if (!update) return "leave";
  const used = columns.filter(({ target, mode }) => target !== "skip" && mode !== "append");
  return used.length > 0 && used.every(({ mode }) => mode === "overwrite") ? "overwrite" : "fill";
};

type CheckLineProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

const CheckLine = ({ label, checked, onChange }: CheckLineProps) => {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <Checkbox id={id} checked={checked} onCheckedChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
};

type ExistingCardProps = {
  options: ImportOptions;
  fields: readonly PersonField[];
  onChange: (change: Partial<ImportOptions>) => void;
};

/** What happens to people who are here already, and what all rows get. */
export const ExistingCard = ({ options, fields, onChange }: ExistingCardProps) => {
  const { t, i18n } = useTranslation();
  const tagId = useId();
  const groupName = useId();
  const choose = (choice: Choice) =>
    onChange(
      choice === "leave"
        ? { update: false, create: true }
        : { update: true, columns: options.columns.map((column) => withMode(column, choice)) },
    );
  const hasStatus = options.columns.some(({ target }) => target === "status");
  const matchValue = options.matchBy === "field" ? `field:${options.matchField ?? ""}` : options.matchBy;
  return (
    <Card title={t("import.existing.title")} className="[&>div:first-child]:mb-2">
      <div className="grid gap-2.5 text-sm">
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t("import.existing.title")}</legend>
          {choices.map((choice) => (
            <label key={choice} className="flex min-h-6 items-center gap-2.5">
              <input
                type="radio"
                name={groupName}
                checked={chosen(options) === choice}
                onChange={() => choose(choice)}
                className="size-4 shrink-0 accent-sea"
              />
              {t(`import.existing.${choice}`)}
            </label>
          ))}
        </fieldset>
        {options.update && (
          <CheckLine
            label={t("import.existing.onlyUpdate")}
            checked={!options.create}
            onChange={(onlyUpdate) => onChange({ create: !onlyUpdate })}
          />
        )}
        {hasStatus && options.update && (
          <CheckLine
            label={t("import.existing.statusMayGoBack")}
            checked={options.statusMayGoBack}
            onChange={(statusMayGoBack) => onChange({ statusMayGoBack })}
          />
        )}
        <div className="flex flex-wrap items-center gap-2.5">
          <Checkbox
            id={tagId}
            checked={options.tag !== null}
            onCheckedChange={(isTagged) => onChange({ tag: isTagged ? "" : null })}
          />
          <label htmlFor={tagId}>{t("import.existing.tag")}</label>
          {options.tag !== null && (
            <Input
              aria-label={t("import.existing.tagName")}
              value={options.tag}
              maxLength={60}
              onChange={(event) => onChange({ tag: event.target.value })}
              className="h-8 flex-1 max-sm:h-9"
            />
          )}
        </div>
        <Field label={t("import.existing.matchBy")} className="mt-1">
          <Select
            value={matchValue}
            onChange={(event) => {
              const [kind = "", field] = event.target.value.split(":");
              if (kind === "field" && field) onChange({ matchBy: "field", matchField: field });
              else
                onChange({
                  matchBy: matchKeys.find((key) => key === kind) ?? "address",
                  matchField: undefined,
                });
            }}
          >
            {matchKeys.map((key) => (
              <option key={key} value={key}>
                {t(`import.existing.match.${key}`)}
              </option>
            ))}
            {fields
              .filter(({ kind }) => kind === "text" || kind === "number")
              .map(({ key, label }) => (
                <option key={key} value={`field:${key}`}>
                  {i18n.language === "es" ? label.es : label.en}
                </option>
              ))}
          </Select>
        </Field>
      </div>
    </Card>
  );
};
