import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { dashboard } from "#contract/dashboard.ts";
import { ChartFrame } from "#web/components/chart/chart-frame.tsx";
import { query } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Range, RangeSwitch, ranges } from "./range-switch.tsx";

const loadChart = () => import("./channel-chart.tsx");
const ChannelChart = lazy(async () => ({ default: (await loadChart()).ChannelChart }));

const useRange = (): [Range, (range: Range) => void] => {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("range");
  const setRange = useMemo(
    () => (range: Range) => setSearch(range === "today" ? {} : { range }, { replace: true }),
    [setSearch],
  );
  return [ranges.find((range) => range === asked) ?? "today", setRange];
};

export const ChannelCard = () => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [range, setRange] = useRange();
  const { data, error, refetch } = useQuery({
    ...query(dashboard.channels, { query: { range } }),
    placeholderData: keepPreviousData,
  });

  // Its code travels while the figures do, and not after them.
  useEffect(() => void loadChart().catch(() => {}), []);
  useCommands(
    useMemo(
      () =>
        ranges.map((each) => ({
          id: `channels ${each}`,
          label: `${t("dashboard.channels")}: ${t(`dashboard.range.full.${each}`)}`,
          run: () => setRange(each),
        })),
      [t, setRange],
    ),
  );

  const named = data?.map(({ channel, count }) => ({
    channel,
    name: t(`dashboard.channel.${channel}`),
    count,
    label: number(count),
  }));
  const isEmpty = named?.every(({ count }) => count === 0) ?? false;
  return (
    <ChartFrame
      title={t("dashboard.channels")}
      caption={t(`dashboard.channelsCaption.${range}`)}
      aside={<RangeSwitch value={range} onChange={setRange} />}
      state={named ? (isEmpty ? "empty" : "ready") : error ? "error" : "loading"}
      emptyTitle={t(`dashboard.channelsEmpty.${range}`)}
      onRetry={() => void refetch()}
    >
      <ErrorBoundary fallback={() => <ErrorCard title={t("error.load")} onRetry={() => location.reload()} />}>
        <Suspense fallback={<Skeleton className="h-56" />}>
          <ChannelChart channels={named ?? []} number={number} />
        </Suspense>
      </ErrorBoundary>
      {/* What the bars show, for those who cannot see them. */}
      <table className="sr-only">
        <caption>{`${t("dashboard.channels")}, ${t(`dashboard.channelsCaption.${range}`)}`}</caption>
        <thead>
          <tr>
            <th scope="col">{t("dashboard.channelColumn")}</th>
            <th scope="col">{t("dashboard.actionsColumn")}</th>
          </tr>
        </thead>
        <tbody>
          {named?.map(({ channel, name, label }) => (
            <tr key={channel}>
              <th scope="row">{name}</th>
              <td>{label}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChartFrame>
  );
};
