import { LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StatCardSkeleton } from "#web/components/chart/stat-card.tsx";
import { summaryGrid } from "./outage-summary.tsx";

export const OutageLoading = () => {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="flex items-center gap-2.5 text-sm text-soft">
        <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
        {t("luma.loading")}
      </p>
      <div className={summaryGrid} aria-busy="true">
        <StatCardSkeleton />
        <StatCardSkeleton />
        <StatCardSkeleton />
        <StatCardSkeleton />
      </div>
    </>
  );
};
