import { useTranslation } from "react-i18next";
import type { Outages } from "#contract/public-data.ts";
import { fixed } from "#web/lib/fixed.ts";
import { useFormat } from "#web/lib/format.ts";
import { StatCard } from "#web/ui/stat-card.tsx";

export const summaryGrid = "grid grid-cols-2 gap-3.5 xl:grid-cols-4";

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

export const OutageSummary = ({ totals }: { totals: Outages["totals"] }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const {
    totalClients,
    totalClientsWithoutService,
    totalPercentageWithService,
    totalClientsAffectedByPlannedOutage,
  } = totals;
  const percentOfClients = (part: number) =>
    t("luma.ofClients", { percent: fixed(percentOf(part, totalClients), 2, number) });
  return (
    <div className={summaryGrid}>
      <StatCard label={t("luma.totalClients")} value={number(totalClients)} />
      <StatCard
        label={t("luma.withoutService")}
        value={number(totalClientsWithoutService)}
        caption={percentOfClients(totalClientsWithoutService)}
      />
      <StatCard label={t("luma.availability")} value={`${fixed(totalPercentageWithService, 2, number)}%`} />
      <StatCard
        label={t("luma.planned")}
        value={number(totalClientsAffectedByPlannedOutage)}
        caption={percentOfClients(totalClientsAffectedByPlannedOutage)}
      />
    </div>
  );
};
