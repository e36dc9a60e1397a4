import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { paces } from "#domain/figures/metrics.ts";
import { rowText } from "#domain/figures/table-texts.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { BehindNumber } from "./behind-sheet.tsx";
import { ReportCard, type ShownTable } from "./report-card.tsx";
import { useFigureText } from "./use-figure-text.ts";
import type { ReportsQuery } from "./use-reports-view.ts";

const PaceChart = lazy(async () => ({ default: (await import("./pace-chart.tsx")).PaceChart }));

type PaceCardProps = {
  table: ShownTable;
  query: ReportsQuery;
  onOpen: ((number: BehindNumber) => void) | undefined;
};

/** Whether people who hear back fast convert more often, from the workspace's own people. */
export const PaceCard = ({ table, ...props }: PaceCardProps) => {
  const { t } = useTranslation();
  const text = useFigureText();
  const rowOf = (pace: string) => table.rows.find(({ key }) => key === pace);
  const rows = paces.flatMap((pace) => rowOf(pace) ?? []);
  const points = paces
    .filter((pace) => pace !== "never")
    .map((pace) => {
      const cells = rowOf(pace)?.cells;
      const { value = null, low = null, high = null } = cells?.pace_conversion ?? {};
      return {
        name: rowText("pace", pace, null, text.language),
        people: cells?.pace_leads?.value ?? 0,
        share: value,
        interval: [
          value === null || low === null ? 0 : value - low,
          value === null || high === null ? 0 : high - value,
        ] as [number, number],
      };
    });
  const hasAny = points.some(({ people }) => people > 0);
  return (
    <ReportCard table={{ ...table, rows }} caption={t("reports.caption.pace")} {...props}>
      {hasAny && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={<Skeleton className="mb-4 h-56" />}>
            <PaceChart points={points} percent={text.percent} number={text.number} />
          </Suspense>
        </ErrorBoundary>
      )}
    </ReportCard>
  );
};
