import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TrendName } from "#contract/dashboard.ts";
import { dateIn } from "#domain/day.ts";
import { changeOf } from "#domain/figures/change.ts";
import { isPeriod, lastDays, type Period } from "#domain/figures/period.ts";
import { ChartFrame } from "#web/components/chart/chart-frame.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars, formatFixed } from "#web/lib/number-format.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Input } from "#web/ui/input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const DayChart = lazy(async () => ({
  default: (await import("#web/components/chart/day-chart.tsx")).DayChart,
}));

const rangeDays = { today: 1, "7d": 7, "30d": 30, "90d": 90 } as const;
const ranges = ["today", "7d", "30d", "90d", "own"] as const;
type Range = (typeof ranges)[number];

type Trend = { name: TrendName; total: number; before: number | null; points: number[] };

const TrendPlot = ({ trend, names }: { trend: Trend; names: readonly string[] }) => {
  const { t } = useTranslation();
  const { number, numberLocale } = useFormat();
  const { name, total, before, points } = trend;
  const say = (value: number) => (name === "cost" ? formatDollars(value, numberLocale) : number(value));
  const change = changeOf(name === "cost" ? "dollars" : "count", total, before);
  const sign = change?.isUp ? "+" : "−";
  const label = t(`trends.figure.${name}`);
  return (
    <section className="min-w-0" aria-label={label}>
      <h3 className="text-[12.5px] text-soft">{label}</h3>
      <p className="font-[640] text-xl tabular-nums">
        {say(total)}
        {change && before !== null && (
          <span className="ml-2 font-normal text-faint text-xs">
            {change.kind === "percent" && `${sign}${formatFixed(change.size * 100, 0, number)}% · `}
            {change.kind === "difference" && `${sign}${say(change.size)} · `}
            {t("trends.before", { value: say(before) })}
          </span>
        )}
      </p>
      <ErrorBoundary fallback={() => <ErrorCard title={t("error.load")} onRetry={() => location.reload()} />}>
        <Suspense fallback={<Skeleton className="h-36" />}>
          <DayChart
            className="h-36"
            points={points.map((value, index) => ({ name: names[index] ?? "", value }))}
            text={say}
          />
        </Suspense>
      </ErrorBoundary>
      {/* Text alternative of the chart. */}
      <table className="sr-only">
        <caption>{t("trends.of", { figure: label })}</caption>
        <tbody>
          {points.map((value, index) => (
            <tr key={names[index]}>
              <th scope="row">{names[index]}</th>
              <td>{say(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** The figures of the dashboard over any period, each with a plot. */
export const TrendsCard = () => {
  const { t } = useTranslation();
  const { day, time } = useFormat();
  const { data: general } = useQuery(apiQuery(firstRoutes.generalSettings));
  const today = dateIn(Date.now(), general?.timezone ?? "UTC");
  const [range, setRange] = useState<Range>("7d");
  const [own, setOwn] = useState<Period>();
  const shown = range === "own" ? (own ?? lastDays(today, 7)) : lastDays(today, rangeDays[range]);
  const { data, error, refetch } = useQuery({
    ...apiQuery(firstRoutes.trends, { query: shown }),
    placeholderData: keepPreviousData,
    enabled: general !== undefined,
  });
  const change = (part: keyof Period) => (value: string) => {
    const next = { ...shown, [part]: value };
    if (value !== "" && isPeriod(next)) setOwn(next);
  };
  const names = data?.starts.map((at) => (data.by === "hour" ? time(at) : day(at))) ?? [];
  const isEmpty = data?.figures.every(({ points }) => points.every((value) => value === 0)) ?? false;
  return (
    <ChartFrame
      title={t("trends.title")}
      caption={t("trends.caption")}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedControl
            label={t("dashboard.range.label")}
            options={ranges.map((id) => ({ id, label: t(`trends.range.${id}`) }))}
            value={range}
            onChange={(next) => {
              setOwn(shown);
              setRange(next);
            }}
          />
          {range === "own" &&
            (["from", "to"] as const).map((part) => (
              <Input
                key={part}
                type="date"
                aria-label={t(`trends.${part}`)}
                value={shown[part]}
                onChange={({ target }) => change(part)(target.value)}
                className="w-36"
              />
            ))}
        </div>
      }
      state={data ? (isEmpty ? "empty" : "ready") : error ? "error" : "loading"}
      onRetry={() => void refetch()}
    >
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        {data?.figures.map((trend) => (
          <TrendPlot key={trend.name} trend={trend} names={names} />
        ))}
      </div>
    </ChartFrame>
  );
};
