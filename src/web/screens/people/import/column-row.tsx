import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ImportDetail } from "#contract/imports.ts";
import type { PersonField } from "#contract/person-fields.ts";
import type { ImportColumn } from "#domain/import/import-options.ts";
import { guessFieldKind } from "#domain/import/recognise-columns.ts";
import { personFieldKinds } from "#domain/people/person-field.ts";
import { cn } from "#web/lib/cn.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { ColumnReading } from "./column-reading.tsx";
import { ColumnSettings } from "./column-settings.tsx";
import { fromSelectValue, targetGroups, toSelectValue } from "./target-options.ts";
import type { OptionsDraft } from "./use-import-options.ts";

/** Column, values, arrow, field, reading and settings; a card of two lines on a narrow screen. */
export const columnGrid =
  "grid grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] gap-x-3.5 gap-y-2 px-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)_16px_minmax(0,1.1fr)_minmax(0,1.3fr)_32px] lg:items-center";

type ColumnRowProps = {
  index: number;
  file: ImportDetail["columns"][number];
  column: ImportColumn;
  fields: readonly PersonField[];
  isOpen: boolean;
  onAnswer: () => void;
  onChange: OptionsDraft["changeColumn"];
};

export const ColumnRow = ({ index, file, column, fields, isOpen, onAnswer, onChange }: ColumnRowProps) => {
  const { t, i18n } = useTranslation();
  const name = file.header || t("import.match.unnamedColumn", { number: index + 1 });
  const isSkipped = column.target === "skip";
  const label = (field: PersonField) => (i18n.language === "es" ? field.label.es : field.label.en);
  const kind = fields.find(({ key }) => key === column.field)?.kind ?? column.newField?.kind;

  const choose = (value: string) => {
    onAnswer();
    const { target, field } = fromSelectValue(value);
    onChange(index, {
      target,
      field,
      newField:
        target === "newField"
          ? { label: file.header.trim().slice(0, 200) || name, kind: guessFieldKind(file.samples) }
          : undefined,
      mode: target === "tags" || target === "source" ? "append" : "fill",
      values: {},
    });
  };

  return (
    <li className={cn("border-line border-t py-2.5", isOpen && "bg-warn-tint")}>
      <div className={columnGrid}>
        <span
          className={cn(
            "min-w-0 truncate text-sm max-lg:self-center",
            isSkipped ? "text-soft" : "font-[560]",
          )}
          title={name}
        >
          {name}
        </span>
        <span className="min-w-0 truncate text-soft text-sm max-lg:row-start-2 max-lg:self-center">
          {file.samples.slice(0, 3).join(" · ") || t("import.match.noValues")}
        </span>
        <ArrowRight aria-hidden="true" className="size-3.5 text-faint max-lg:hidden" />
        <Select
          aria-label={t("import.match.fieldOf", { name })}
          value={toSelectValue(column)}
          onChange={(event) => choose(event.target.value)}
          className={cn("h-9 lg:h-8", isSkipped && "text-soft")}
          wrapperClassName="min-w-0"
        >
          <option value="skip">{t("import.target.skip")}</option>
          {targetGroups.map((group) => (
            <optgroup key={group.name} label={t(`import.group.${group.name}`)}>
              {group.targets.map((target) => (
                <option key={target} value={target}>
                  {t(`import.target.${target.replace(".", "_") as "consent_sms"}`)}
                </option>
              ))}
            </optgroup>
          ))}
          <optgroup label={t("import.group.fields")}>
            {fields.map((field) => (
              <option key={field.key} value={`field:${field.key}`}>
                {label(field)}
              </option>
            ))}
            <option value="newField">
              {t("import.target.newFieldNamed", { name: column.newField?.label ?? name })}
            </option>
          </optgroup>
        </Select>
        <div className="flex min-w-0 items-center justify-between gap-1 lg:contents">
          <ColumnReading
            file={file}
            column={column}
            isOpen={isOpen}
            onAnswer={onAnswer}
            onChange={onChange}
            onAddField={() => choose("newField")}
            index={index}
          />
          {isSkipped ? (
            <span />
          ) : (
            <ColumnSettings
              file={file}
              column={column}
              name={name}
              isList={kind === "choices"}
              onChange={(change) => onChange(index, change)}
            />
          )}
        </div>
      </div>
      {column.target === "newField" && column.newField && (
        <div className="mt-2 grid gap-2 px-4 sm:grid-cols-2 lg:ml-auto lg:w-[56%]">
          <Input
            aria-label={t("import.match.newLabelOf", { name })}
            value={column.newField.label}
            maxLength={200}
            onChange={(event) =>
              column.newField &&
              onChange(index, { newField: { ...column.newField, label: event.target.value } })
            }
          />
          <Select
            aria-label={t("import.match.newKindOf", { name })}
            value={column.newField.kind}
            onChange={(event) => {
              const chosen = personFieldKinds.find((candidate) => candidate === event.target.value);
              if (chosen && column.newField)
                onChange(index, { newField: { ...column.newField, kind: chosen } });
            }}
          >
            {personFieldKinds.map((candidate) => (
              <option key={candidate} value={candidate}>
                {t(`import.kind.${candidate}`)}
              </option>
            ))}
          </Select>
        </div>
      )}
    </li>
  );
};
