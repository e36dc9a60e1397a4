import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { reportsApi } from "#contract/reports.ts";
import { figureTexts } from "#domain/figures/figure-texts.ts";
import { type FigureName, figures } from "#domain/figures/figures.ts";
import { ChartFrame } from "#web/components/chart/chart-frame.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { instantOfDay } from "./day-text.ts";
import { FigureSelect } from "./figure-select.tsx";
import { HourGrid } from "./hour-grid.tsx";
import { useFigureText } from "./use-figure-text.ts";
import type { ReportsQuery } from "./use-reports-view.ts";

const DayChart = lazy(async () => ({
  default: (await import("#web/components/chart/day-chart.tsx")).DayChart,
}));

const plotBys = ["day", "hour"] as const;
type PlotBy = (typeof plotBys)[number];

/** Any figure over time: by day, or by hour and weekday. */
export const PlotCard = ({ query, timezone }: { query: ReportsQuery; timezone: string }) => {
  const { t } = useTranslation();
  const { day } = useFormat();
  const text = useFigureText();
  const [figure, setFigure] = useState<FigureName>("new_leads");
  const [by, setBy] = useState<PlotBy>("day");
  const { data, error, refetch } = useQuery({
    ...apiQuery(reportsApi.plot, { query: { ...query, figure, by } }),
    placeholderData: keepPreviousData,
  });
  const { name, counts } = figureTexts[figure];
  const say = (value: number) => text.value(figures[figure].unit, value);
  const isOf = data?.points.every((point) => (point.day === null) === (by === "hour")) ?? false;
  const isEmpty = data?.points.every(({ value }) => value === null || value === 0) ?? false;
  const days = (data?.points ?? []).flatMap((point) =>
    point.day === null ? [] : [{ ...point, name: day(instantOfDay(point.day, timezone)) }],
  );
  const title = t(`reports.plot.${by}`);
  return (
    <ChartFrame
      title={title}
      caption={counts[text.language]}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <FigureSelect
            aria-label={t("reports.plot.figure")}
            value={figure}
            onChange={setFigure}
            wrapperClassName="w-52"
          />
          <SegmentedControl
            label={t("reports.plot.by")}
            options={plotBys.map((id) => ({ id, label: t(`reports.plot.${id}`) }))}
            value={by}
            onChange={setBy}
          />
        </div>
      }
      state={data && isOf ? (isEmpty ? "empty" : "ready") : error ? "error" : "loading"}
      emptyTitle={t("reports.plot.empty")}
      onRetry={() => void refetch()}
    >
      {by === "hour" ? (
        <HourGrid
          points={data?.points ?? []}
          label={`${name[text.language]}, ${t("reports.plot.hour")}`}
          text={say}
        />
      ) : (
        <>
          <ErrorBoundary
            fallback={() => <ErrorCard title={t("error.load")} onRetry={() => location.reload()} />}
          >
            <Suspense fallback={<Skeleton className="h-56" />}>
              <DayChart points={days} text={say} />
            </Suspense>
          </ErrorBoundary>
          {/* Text alternative of the chart. */}
          <table className="sr-only">
            <caption>{`${name[text.language]}, ${t("reports.plot.day")}`}</caption>
            <tbody>
              {days.map((point) => (
                <tr key={point.day}>
                  <th scope="row">{point.name}</th>
                  <td>{point.value === null ? t("reports.none") : say(point.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </ChartFrame>
  );
};
