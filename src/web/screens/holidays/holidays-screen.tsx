import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { publicData } from "#contract/public-data.ts";
import { StatCardSkeleton } from "#web/components/chart/stat-card.tsx";
import { PageHeading } from "#web/components/layout/page-heading.tsx";
import { ApiError, query, serverMessage } from "#web/lib/api.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { HolidayCards, holidayGrid } from "./holiday-cards.tsx";
import { HolidayFilters } from "./holiday-filters.tsx";
import { HolidayList } from "./holiday-list.tsx";
import { useHolidayChoice } from "./use-holiday-choice.ts";

const HolidaysScreen = () => {
  const { t, i18n } = useTranslation();
  const { choice, choose, today } = useHolidayChoice();
  const { data, error, refetch } = useQuery(
    query(publicData.holidays, {
      query: {
        countryIsoCode: choice.country,
        languageIsoCode: i18n.language === "es" ? "ES" : "EN",
        validFrom: `${choice.year}-01-01`,
        validTo: `${choice.year}-12-31`,
      },
    }),
  );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageHeading title={t("holidays.title")} subtitle={t("holidays.subtitle")} />
        <HolidayFilters choice={choice} onChange={choose} thisYear={Number(today.slice(0, 4))} />
      </div>
      {data ? (
        <>
          <HolidayCards holidays={data} choice={choice} today={today} />
          <HolidayList holidays={data} today={today} />
        </>
      ) : error ? (
        <ErrorCard
          title={t("holidays.failed")}
          detail={serverMessage(error) ?? (error instanceof ApiError ? t("holidays.fetchFailed") : undefined)}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <p role="status" className="flex items-center gap-2.5 text-sm text-soft">
            <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
            {t("holidays.loading")}
          </p>
          <div className={holidayGrid} aria-busy="true">
            <StatCardSkeleton />
            <StatCardSkeleton />
            <StatCardSkeleton />
          </div>
        </>
      )}
    </>
  );
};

export default HolidaysScreen;
