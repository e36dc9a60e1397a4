import { useQuery } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type PublicHoliday, publicDataApi } from "#contract/public-data.ts";
import { StatCard, StatCardSkeleton } from "#web/components/chart/stat-card.tsx";
import { PageHeading } from "#web/components/layout/page-heading.tsx";
import { ApiError, apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { ClosingDaysCard } from "./closing-days-card.tsx";
import { type HolidayFilter, HolidayFilters, useHolidayFilter } from "./holiday-filters.tsx";
import { countryName, holidayName, upcomingHolidays } from "./holiday-format.ts";
import { HolidayList } from "./holiday-list.tsx";

const statGrid = "grid grid-cols-2 gap-3.5 sm:grid-cols-3 max-sm:[&>:last-child]:col-span-2";

type HolidayStatsProps = { holidays: PublicHoliday[]; filter: HolidayFilter; today: string };

const HolidayStats = ({ holidays, filter, today }: HolidayStatsProps) => {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const { year } = filter;
  const upcoming = upcomingHolidays(holidays, today);
  const [nextHoliday] = upcoming;
  return (
    <div className={statGrid}>
      <StatCard
        label={t("holidays.total")}
        value={number(holidays.length)}
        caption={t("holidays.totalCaption", { country: countryName(filter.country, i18n.language), year })}
      />
      <StatCard
        label={t("holidays.public")}
        value={number(holidays.filter(({ type }) => type === "public").length)}
        caption={t("holidays.publicCaption")}
      />
      <StatCard
        label={t("holidays.upcoming")}
        value={number(upcoming.length)}
        caption={
          nextHoliday
            ? t("holidays.upcomingNext", {
                name: holidayName(nextHoliday, i18n.language) ?? t("holidays.unknown"),
              })
            : t("holidays.upcomingNone", { year })
        }
      />
    </div>
  );
};

const HolidaysScreen = () => {
  const { t, i18n } = useTranslation();
  const { filter, setFilter, today } = useHolidayFilter();
  const { data, error, refetch } = useQuery(
    apiQuery(publicDataApi.holidays, {
      query: {
        countryIsoCode: filter.country,
        languageIsoCode: i18n.language === "es" ? "ES" : "EN",
        validFrom: `${filter.year}-01-01`,
        validTo: `${filter.year}-12-31`,
      },
    }),
  );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageHeading title={t("holidays.title")} subtitle={t("holidays.subtitle")} />
        <HolidayFilters filter={filter} onChange={setFilter} thisYear={Number(today.slice(0, 4))} />
      </div>
      {data ? (
        <>
          <HolidayStats holidays={data.holidays} filter={filter} today={today} />
          <ClosingDaysCard />
          <HolidayList holidays={data.holidays} today={today} />
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
          <div className={statGrid} aria-busy="true">
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
