import { useQuery } from "@tanstack/react-query";
import { LoaderCircle, RefreshCw } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { type Outages, publicDataApi } from "#contract/public-data.ts";
import { outageRefetchMs } from "#domain/outage.ts";
import { puertoRico } from "#domain/places/state-codes.ts";
import { StatCard, StatCardSkeleton } from "#web/components/chart/stat-card.tsx";
import { PageHeading } from "#web/components/layout/page-heading.tsx";
import { OutlineMapSkeleton, useIsOutlineLoading } from "#web/components/map/outline-map.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { NoticeDialog, useMayPrepareNotice } from "./notice-dialog.tsx";
import { OutageMap } from "./outage-map.tsx";
import { RegionList } from "./region-list.tsx";

const summaryGrid = "grid grid-cols-2 gap-3.5 xl:grid-cols-4";

/** As high while the data is loaded as with it; two lines on a phone. */
const stateLine = "flex min-h-8 flex-wrap items-center gap-2 max-sm:min-h-18";

const percentage = (part: number, total: number): number => (total === 0 ? 0 : (part / total) * 100);

const OutageSummary = ({ totals }: { totals: Outages["totals"] }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const {
    totalClients,
    totalClientsWithoutService,
    totalPercentageWithService,
    totalClientsAffectedByPlannedOutage,
  } = totals;
  const percentOfClients = (part: number) =>
    t("luma.ofClients", { percent: formatFixed(percentage(part, totalClients), 2, number) });
  return (
    <div className={summaryGrid}>
      <StatCard label={t("luma.totalClients")} value={number(totalClients)} />
      <StatCard
        label={t("luma.withoutService")}
        value={number(totalClientsWithoutService)}
        caption={percentOfClients(totalClientsWithoutService)}
      />
      <StatCard
        label={t("luma.availability")}
        value={`${formatFixed(totalPercentageWithService, 2, number)}%`}
      />
      <StatCard
        label={t("luma.planned")}
        value={number(totalClientsAffectedByPlannedOutage)}
        caption={percentOfClients(totalClientsAffectedByPlannedOutage)}
      />
    </div>
  );
};

const OutageSkeleton = () => {
  const { t } = useTranslation();
  return (
    <>
      <div className={summaryGrid} aria-busy="true">
        <StatCardSkeleton />
        <StatCardSkeleton />
        <StatCardSkeleton />
        <StatCardSkeleton />
      </div>
      <Card title={t("luma.map")} aria-busy>
        <OutlineMapSkeleton scope={puertoRico} />
      </Card>
    </>
  );
};

const LumaScreen = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayPrepare = useMayPrepareNotice();
  const [params, setParams] = useSearchParams();
  const asked = params.get("notice");
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery(publicDataApi.outages),
    refetchInterval: outageRefetchMs,
    // Returning to the screen after the interval refetches at once.
    staleTime: outageRefetchMs,
  });
  useCommands(
    useMemo(
      () => [{ id: "luma refresh", label: t("luma.refresh"), run: () => void refetch() }],
      [t, refetch],
    ),
  );
  const isMapLoading = useIsOutlineLoading(puertoRico);
  const isStale = data !== undefined && (data.stale || error !== null);

  return (
    <>
      <div className="flex justify-between gap-x-6 gap-y-3 max-xl:flex-col xl:items-end">
        <PageHeading title={t("luma.title")} subtitle={t("luma.subtitle")} />
        {!data && !error && (
          <p role="status" className={cn(stateLine, "gap-2.5 text-sm text-soft")}>
            <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
            {t("luma.loading")}
          </p>
        )}
        {data && (
          <div className={stateLine}>
            <p className="text-sm text-soft tabular-nums">
              {t("luma.lastUpdated", { time: format.dateTime(data.timestamp) })}
            </p>
            <Badge tone="sea">{t("luma.autoRefresh")}</Badge>
            {data.mode === "sandbox" && <Badge tone="warn">{t("integrations.mode.sandbox")}</Badge>}
            {isStale && <Badge tone="warn">{t("luma.stale")}</Badge>}
            <Button
              size="icon"
              aria-label={t("luma.refresh")}
              title={t("luma.refresh")}
              disabled={isFetching}
              onClick={() => void refetch()}
              className="size-8"
            >
              <RefreshCw aria-hidden="true" className={cn(isFetching && "animate-spin")} />
            </Button>
          </div>
        )}
      </div>
      {data && !isMapLoading ? (
        <>
          {isStale && (
            <p role="status" className="rounded-card bg-warn-tint px-4 py-2.5 text-sm text-warn">
              {t("luma.staleText", {
                counted: format.dateTime(data.timestamp),
                received: format.dateTime(data.fetchedAt),
              })}
            </p>
          )}
          <OutageSummary totals={data.totals} />
          <OutageMap regions={data.regions} />
          <RegionList
            regions={data.regions}
            onPrepare={mayPrepare && !isStale ? (notice) => setParams({ notice }) : undefined}
          />
          {asked !== null && mayPrepare && (
            <NoticeDialog asked={asked} outages={data} isStale={isStale} onClose={() => setParams({})} />
          )}
        </>
      ) : error ? (
        <ErrorCard title={t("luma.failed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <OutageSkeleton />
      )}
    </>
  );
};

export default LumaScreen;
