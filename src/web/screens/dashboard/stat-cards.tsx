import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { StatCard, StatCardSkeleton } from "#web/components/chart/stat-card.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { CostPopover } from "./cost-popover.tsx";

const grid = "grid grid-cols-2 gap-3.5 xl:grid-cols-4";

/** A success rate from this percentage on counts as good. */
const goodSuccessPercent = 50;

export const StatCardsSkeleton = () => (
  <div className={grid} aria-busy="true">
    <StatCardSkeleton />
    <StatCardSkeleton />
    <StatCardSkeleton />
    <StatCardSkeleton />
  </div>
);

export const StatCards = () => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(firstRoutes.stats));
  if (!data) {
    if (error) {
      return (
        <ErrorCard
          title={t("dashboard.statsFailed")}
          detail={serverMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    }
    return <StatCardsSkeleton />;
  }
  const trend = (change: number | null, goodDirection: "up" | "down") =>
    change === null
      ? undefined
      : {
          text: `${change > 0 ? "+" : ""}${formatFixed(change, 1, number)}%`,
          good: change === 0 ? undefined : goodDirection === "up" ? change > 0 : change < 0,
        };
  const { sparks } = data;
  return (
    <div className={grid}>
      <StatCard
        label={t("dashboard.eventsIngested")}
        value={number(data.eventsToday)}
        trend={trend(data.eventsChange, "up")}
        caption={t(data.eventsChange === null ? "dashboard.nothingYesterday" : "dashboard.vsYesterday")}
        history={sparks.events}
      />
      <StatCard
        label={t("dashboard.activeLeads")}
        value={number(data.activeLeads)}
        trend={trend(data.leadsChange, "up")}
        caption={t(data.leadsChange === null ? "dashboard.nothingLastWeek" : "dashboard.vsLastWeek")}
        history={sparks.leads}
      />
      <StatCard
        label={t("dashboard.actionsToday")}
        value={number(data.actionsToday)}
        trend={
          data.actionsSucceeded === null
            ? undefined
            : { text: `${number(data.actionsSucceeded)}%`, good: data.actionsSucceeded >= goodSuccessPercent }
        }
        caption={[
          t(data.actionsSucceeded === null ? "dashboard.noActions" : "dashboard.succeeded"),
          ...(data.simulatedToday > 0 ? [t("dashboard.simulated", { count: data.simulatedToday })] : []),
        ].join(" · ")}
        history={sparks.actions}
        highlighted
      />
      <StatCard
        label={t("dashboard.providerCost")}
        value={<CostPopover>{`$${formatFixed(data.totalCost, 2, number)}`}</CostPopover>}
        trend={trend(data.costChange, "down")}
        caption={t(data.costChange === null ? "dashboard.nothingYesterday" : "dashboard.vsYesterday")}
        history={sparks.cost}
      />
    </div>
  );
};
