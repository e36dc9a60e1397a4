import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { sharePercent } from "#domain/percentages.ts";
import { ChartFrame } from "#web/components/chart/chart-frame.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useFormat } from "#web/lib/format.ts";

const stageColors = {
  new: "color-mix(in oklch, var(--sea) 78%, var(--ink))",
  qualified: "var(--sea)",
  contacted: "color-mix(in oklch, var(--sea) 70%, var(--panel))",
  converted: "var(--color-beam)",
} as const;

export const FunnelCard = () => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(firstRoutes.funnel));
  const total = data?.[0]?.count ?? 0;
  return (
    <ChartFrame
      title={t("dashboard.funnel")}
      caption={t("dashboard.funnelCaption")}
      state={data ? (total === 0 ? "empty" : "ready") : error ? "error" : "loading"}
      emptyTitle={t("dashboard.funnelEmpty")}
      onRetry={() => void refetch()}
    >
      <ul className="grid gap-5">
        {data?.map(({ stage, count }) => (
          <li
            key={stage}
            className="grid grid-cols-[84px_minmax(0,1fr)_auto_40px] items-center gap-2.5 text-sm tabular-nums"
          >
            <span className="truncate">{t(`dashboard.stage.${stage}`)}</span>
            <span aria-hidden="true" className="h-4.5 overflow-hidden rounded-[5px] bg-hover">
              <span
                className="block h-full min-w-0.5 rounded-[5px] transition-[width] duration-300"
                style={{ width: `${(count / total) * 100}%`, background: stageColors[stage] }}
              />
            </span>
            <b className="min-w-11 text-right font-[600]">{number(count)}</b>
            <span className="text-right text-faint text-xs">{sharePercent(count, total)}%</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
};
