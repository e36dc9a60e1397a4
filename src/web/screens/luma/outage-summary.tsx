import { useTranslation } from "react-i18next";
import type { Outages } from "#contract/public-data.ts";
import { StatCard } from "#web/components/chart/stat-card.tsx";
import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";

export const summaryGrid = "grid grid-cols-2 gap-3.5 xl:grid-cols-4";

const share = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

export const OutageSummary = ({ totals }: { totals: Outages["totals"] }) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  const {
    totalClients,
    totalClientsWithoutService,
    totalPercentageWithService,
    totalClientsAffectedByPlannedOutage,
  } = totals;
  const ofClients = (part: number) =>
    t("luma.ofClients", { percent: formatFixed(share(part, totalClients), 2, number) });
  return (
    <div className={summaryGrid}>
      <StatCard label={t("luma.totalClients")} value={number(totalClients)} />
      <StatCard
        label={t("luma.withoutService")}
        value={number(totalClientsWithoutService)}
        caption={ofClients(totalClientsWithoutService)}
      />
      <StatCard
        label={t("luma.availability")}
        value={`${formatFixed(totalPercentageWithService, 2, number)}%`}
      />
      <StatCard
        label={t("luma.planned")}
        value={number(totalClientsAffectedByPlannedOutage)}
        caption={ofClients(totalClientsAffectedByPlannedOutage)}
      />
    </div>
  );
};
