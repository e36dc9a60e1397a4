import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ImportDetail } from "#contract/imports.ts";
import type { ImportColumn } from "#domain/import/import-options.ts";
import { addressLabels } from "#domain/people/person-address.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { targetValues } from "./target-options.ts";

type ColumnSettingsProps = {
  file: ImportDetail["columns"][number];
  column: ImportColumn;
  name: string;
  /** The custom field holds a list. */
  isList: boolean;
  onChange: (change: Partial<ImportColumn>) => void;
};

const listTargets: readonly string[] = ["tags", "source"];
const maxShownValues = 8;

/** How one column treats people who are here already, blank cells and words of the file. */
export const ColumnSettings = ({ file, column, name, isList, onChange }: ColumnSettingsProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const values = targetValues[column.target];
  const isAddress = column.target === "phone" || column.target === "email";
  const modes =
    isList || listTargets.includes(column.target)
      ? (["append", "fill", "overwrite"] as const)
      : (["fill", "overwrite"] as const);
  const assign = (sample: string, value: string) => {
    const { [sample]: _, ...others } = column.values;
    onChange({ values: value === "" ? others : { ...others, [sample]: value } });
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("import.column.settingsOf", { name })}
      className="max-h-[70dvh] w-80 overflow-y-auto p-4"
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("import.column.settingsOf", { name })}
          className="size-9 sm:size-8"
        >
          <SlidersHorizontal aria-hidden="true" />
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field label={t("import.column.mode")}>
          <Select
            value={column.mode}
            onChange={(event) =>
              onChange({ mode: modes.find((mode) => mode === event.target.value) ?? "fill" })
            }
          >
            {modes.map((mode) => (
              <option key={mode} value={mode}>
                {t(`import.column.modes.${mode}`)}
              </option>
            ))}
          </Select>
        </Field>
        {isAddress && (
          <>
            <Field label={t("import.column.label")}>
              <Select
                value={column.label ?? ""}
                onChange={(event) =>
                  onChange({ label: addressLabels.find((label) => label === event.target.value) ?? null })
                }
              >
                <option value="">{t("import.column.noLabel")}</option>
                {addressLabels.map((label) => (
                  <option key={label} value={label}>
                    {t(`addresses.label.${label}`)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field
              label={t(column.target === "phone" ? "import.column.mainPhone" : "import.column.mainEmail")}
              hint={t("import.column.mainHint")}
            >
              <Switch checked={column.isMain} onCheckedChange={(isMain) => onChange({ isMain })} />
            </Field>
          </>
        )}
        <Field label={t("import.column.blankClears")} hint={t("import.column.blankHint")}>
          <Switch checked={column.blankClears} onCheckedChange={(blankClears) => onChange({ blankClears })} />
        </Field>
        {values && file.samples.length > 0 && (
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 font-[540] text-sm">{t("import.column.values")}</legend>
            {file.samples.slice(0, maxShownValues).map((sample) => (
              <div key={sample} className="grid grid-cols-2 items-center gap-2 text-sm">
                <span className="truncate text-soft">{sample}</span>
                <Select
                  aria-label={sample}
                  value={column.values[sample] ?? ""}
                  onChange={(event) => assign(sample, event.target.value)}
                  className="h-8 max-sm:h-9"
                >
                  <option value="">{t("import.column.asRead")}</option>
                  {values.map((value) => (
                    <option key={value} value={value}>
                      {t(`import.value.${value}` as never)}
                    </option>
                  ))}
                </Select>
              </div>
            ))}
          </fieldset>
        )}
      </div>
    </Popover>
  );
};
