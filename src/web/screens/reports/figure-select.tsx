import type { ComponentProps } from "react";
import { figureTexts } from "#domain/figures/figure-texts.ts";
import type { FigureName } from "#domain/figures/figures.ts";
import { tableTexts } from "#domain/figures/table-texts.ts";
import { type ReportTable, reportTables, tableNames } from "#domain/figures/tables.ts";
import { Select } from "#web/ui/select.tsx";
import { useFigureText } from "./use-figure-text.ts";

type FigureSelectProps = Omit<ComponentProps<typeof Select>, "value" | "onChange"> & {
  value: FigureName;
  onChange: (figure: FigureName) => void;
};

/** Every figure, under the name of its table. */
export const FigureSelect = ({ value, onChange, ...props }: FigureSelectProps) => {
  const { language } = useFigureText();
  return (
    <Select {...props} value={value} onChange={({ target }) => onChange(target.value as FigureName)}>
      {tableNames.map((table) => (
        <optgroup key={table} label={tableTexts[table][language]}>
          {(reportTables[table] as ReportTable).figures.map((one) => (
            <option key={one} value={one}>
              {figureTexts[one].name[language]}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
};
