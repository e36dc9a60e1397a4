import { useTranslation } from "react-i18next";
import { compareCredit } from "#domain/figures/compare-credit.ts";
import { rowText } from "#domain/figures/table-texts.ts";
import type { BehindNumber } from "./behind-sheet.tsx";
import { ReportCard, type ShownTable } from "./report-card.tsx";
import { useFigureText } from "./use-figure-text.ts";
import type { ReportsQuery } from "./use-reports-view.ts";

type AttributionCardProps = {
  table: ShownTable;
  query: ReportsQuery;
  onOpen: ((number: BehindNumber) => void) | undefined;
};

/** Which channels conversions are credited to, and what another way of counting would change, in a sentence. */
export const AttributionCard = ({ table, ...props }: AttributionCardProps) => {
  const { t } = useTranslation();
  const { language, number } = useFigureText();
  const change = compareCredit(table.rows);
  const nameOf = (channel: string) => rowText("channel", channel, null, language);
  const round = (value: number) => number(Math.round(value * 10) / 10);
  return (
    <ReportCard table={table} caption={t("reports.caption.attribution")} {...props}>
      {table.rows.length > 0 && (
        <p className="mb-3 text-sm text-soft">
          {change
            ? t("reports.attribution.differs", {
                ...{ more: nameOf(change.more), number: round(change.moreBy) },
                fewer: `${nameOf(change.fewer)} ${round(change.fewerBy)}`,
              })
            : t("reports.attribution.same")}
        </p>
      )}
    </ReportCard>
  );
};
