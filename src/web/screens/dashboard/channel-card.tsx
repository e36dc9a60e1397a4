import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { ChartFrame } from "#web/components/chart/chart-frame.tsx";
import { afterPaint } from "#web/lib/after-paint.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useFormat } from "#web/lib/format.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const channelRanges = ["today", "7d", "30d"] as const;
type ChannelRange = (typeof channelRanges)[number];

const loadChart = () => import("./channel-chart.tsx");
const ChannelChart = lazy(async () => ({ default: (await loadChart()).ChannelChart }));

const useChannelRange = (): [ChannelRange, (range: ChannelRange) => void] => {
  const [search, setSearch] = useSearchParams();
  const requested = search.get("range");
  const setRange = useMemo(
    () => (range: ChannelRange) => setSearch(range === "today" ? {} : { range }, { replace: true }),
    [setSearch],
  );
  return [channelRanges.find((range) => range === requested) ?? "today", setRange];
};

export const ChannelCard = () => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [range, setRange] = useChannelRange();
  const { data, error, refetch } = useQuery({
    ...apiQuery(firstRoutes.channels, { query: { range } }),
    placeholderData: keepPreviousData,
  });

  // Load the chart code in parallel with its data.
  useEffect(() => afterPaint(() => void loadChart().catch(() => {})), []);
  useCommands(
    useMemo(
      () =>
        channelRanges.map((channelRange) => ({
          id: `channels ${channelRange}`,
          label: `${t("dashboard.channels")}: ${t(`dashboard.range.full.${channelRange}`)}`,
          run: () => setRange(channelRange),
        })),
      [t, setRange],
    ),
  );

  const channels = data?.map(({ channel, count }) => ({
    channel,
    name: t(`dashboard.channel.${channel}`),
    count,
    label: number(count),
  }));
  const isEmpty = channels?.every(({ count }) => count === 0) ?? false;
  return (
    <ChartFrame
      title={t("dashboard.channels")}
      caption={t(`dashboard.channelsCaption.${range}`)}
      aside={
        <SegmentedControl
          label={t("dashboard.range.label")}
          options={channelRanges.map((id) => ({
            id,
            label: t(`dashboard.range.${id}`),
            full: t(`dashboard.range.full.${id}`),
          }))}
          value={range}
          onChange={setRange}
        />
      }
      state={channels ? (isEmpty ? "empty" : "ready") : error ? "error" : "loading"}
      emptyTitle={t(`dashboard.channelsEmpty.${range}`)}
      onRetry={() => void refetch()}
    >
      <ErrorBoundary fallback={() => <ErrorCard title={t("error.load")} onRetry={() => location.reload()} />}>
        <Suspense fallback={<Skeleton className="h-56" />}>
          <ChannelChart channels={channels ?? []} number={number} />
        </Suspense>
      </ErrorBoundary>
      {/* Text alternative of the chart. */}
      <table className="sr-only">
        <caption>{`${t("dashboard.channels")}, ${t(`dashboard.channelsCaption.${range}`)}`}</caption>
        <thead>
          <tr>
            <th scope="col">{t("dashboard.channelColumn")}</th>
            <th scope="col">{t("dashboard.actionsColumn")}</th>
          </tr>
        </thead>
        <tbody>
          {channels?.map(({ channel, name, label }) => (
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
