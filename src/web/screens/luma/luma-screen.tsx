import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { publicData } from "#contract/public-data.ts";
import { outageRefetchMs } from "#domain/outage.ts";
import { PageHeading } from "#web/components/layout/page-heading.tsx";
import { query, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useFormat } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { OutageLoading } from "./outage-loading.tsx";
import { OutageSummary } from "./outage-summary.tsx";
import { RegionList } from "./region-list.tsx";

const LumaScreen = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch, isFetching } = useQuery({
    ...query(publicData.outages),
    refetchInterval: outageRefetchMs,
    // Coming back to the screen after longer than that shows the newest too.
    staleTime: outageRefetchMs,
  });
  useCommands(
    useMemo(
      () => [{ id: "luma refresh", label: t("luma.refresh"), run: () => void refetch() }],
      [t, refetch],
    ),
  );
  const isStale = data !== undefined && (data.stale || error !== null);

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageHeading title={t("luma.title")} subtitle={t("luma.subtitle")} />
        {data && (
          <div className="flex flex-wrap items-center gap-2">
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
      {data ? (
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
          <RegionList regions={data.regions} />
        </>
      ) : error ? (
        <ErrorCard title={t("luma.failed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <OutageLoading />
      )}
    </>
  );
};

export default LumaScreen;
