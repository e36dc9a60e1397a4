import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Reports, reportsApi } from "#contract/reports.ts";
import { figureTexts } from "#domain/figures/figure-texts.ts";
import type { FigureName } from "#domain/figures/figures.ts";
import { rowKindTexts, rowText, tableTexts, totalText } from "#domain/figures/table-texts.ts";
import { type ReportTable, reportTables } from "#domain/figures/tables.ts";
import { downloadFrom } from "#web/components/export/download-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { BehindNumber } from "./behind-sheet.tsx";
import { FigureCell } from "./figure-cell.tsx";
import { useFigureText } from "./use-figure-text.ts";
import type { ReportsQuery } from "./use-reports-view.ts";

export type ShownTable = Reports["tables"][number];

type ReportCardProps = {
  table: ShownTable;
  query: ReportsQuery;
  /** Opens what a number counts; absent where the user may not see people. */
  onOpen: ((number: BehindNumber) => void) | undefined;
  caption?: string;
  /** A drawing above the table. */
  children?: ReactNode;
};

/** More rows are shown on demand. */
const usualRows = 12;

const exportAddress = (
  table: ShownTable["name"],
  format: "csv" | "xlsx",
  query: ReportsQuery,
  language: string,
) =>
  `${reportsApi.export.path}?${new URLSearchParams({ ...query, table, format, names: "words", language })}`;

/** A table of the reports with its file. */
export const ReportCard = ({ table, query, onOpen, caption, children }: ReportCardProps) => {
  const { t } = useTranslation();
  const { language, number } = useFigureText();
  const [isWhole, setIsWhole] = useState(false);
  const { rows: kind, figures: names }: ReportTable = reportTables[table.name];
  const title = tableTexts[table.name][language];
  const shown = isWhole ? table.rows : table.rows.slice(0, usualRows);
  const maxOf = (name: FigureName) =>
    Math.max(table.total[name]?.high ?? 0, ...table.rows.map(({ cells }) => cells[name]?.high ?? 0), 0.01);
  const headings = names.map((name) => ({ name, text: figureTexts[name].name[language], max: maxOf(name) }));
  const cellsOf = (key: string | null, label: string, cells: ShownTable["total"]) =>
    headings.map(({ name, text, max }) => (
      <td key={name} className="px-2 py-2.5 align-top first:pl-0 last:pr-0">
        <FigureCell
          {...{ name, max }}
          cell={cells[name]}
          label={`${label}, ${text}`}
          onOpen={onOpen && (() => onOpen({ figure: name, row: key, label }))}
        />
      </td>
    ));
  return (
    <Card
      title={title}
      {...(caption === undefined ? {} : { caption })}
      aside={
        <div className="flex gap-1">
          {(["csv", "xlsx"] as const).map((format) => (
            <Button
              key={format}
              size="sm"
              variant="ghost"
              aria-label={t("reports.download", { title, format: format.toUpperCase() })}
              onClick={() => downloadFrom(exportAddress(table.name, format, query, language))}
            >
              <Download aria-hidden="true" />
              {format.toUpperCase()}
            </Button>
          ))}
        </div>
      }
    >
      {children}
      <div className="relative -mx-4 overflow-x-auto px-4">
        <table aria-label={title} className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-line border-b text-left text-soft text-xs">
              <th scope="col" className="py-2 pr-3 font-[560]">
                {rowKindTexts[kind][language]}
              </th>
              {headings.map(({ name, text }) => (
                <th key={name} scope="col" className="min-w-22 px-2 py-2 font-[560] last:pr-0">
                  <span data-tooltip={figureTexts[name].counts[language]}>{text}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, label, cells }) => {
              const text = rowText(kind, key, label, language);
              return (
                <tr key={key} className="border-line border-b">
                  <th scope="row" className="max-w-52 break-words py-2.5 pr-3 text-left align-top font-[540]">
                    {text}
                  </th>
                  {cellsOf(key, text, cells)}
                </tr>
              );
            })}
            <tr className="bg-hover/60">
              <th scope="row" className="py-2.5 pr-3 text-left align-top font-[600]">
                {totalText[language]}
              </th>
              {cellsOf(null, totalText[language], table.total)}
            </tr>
          </tbody>
        </table>
      </div>
      {table.rows.length > usualRows && !isWhole && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setIsWhole(true)}>
          {t("reports.showAll", { number: number(table.rows.length) })}
        </Button>
      )}
    </Card>
  );
};
