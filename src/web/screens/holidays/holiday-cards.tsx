import { useTranslation } from "react-i18next";
import type { Holiday } from "#contract/public-data.ts";
import { useFormat } from "#web/lib/format.ts";
import { StatCard } from "#web/ui/stat-card.tsx";
import { countryName, holidayName, upcomingHolidays } from "./holiday-words.ts";
import type { HolidayFilter } from "./use-holiday-choice.ts";

export const statGrid = "grid grid-cols-2 gap-3.5 sm:grid-cols-3 max-sm:[&>:last-child]:col-span-2";

type HolidayStatsProps = { holidays: Holiday[]; filter: HolidayFilter; today: string };

export const HolidayStats = ({ holidays, filter, today }: HolidayStatsProps) => {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const { year } = filter;
  const upcoming = upcomingHolidays(holidays, today);
  const [first] = upcoming;
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
          first
            ? t("holidays.upcomingNext", { name: holidayName(first, i18n.language) ?? t("holidays.unknown") })
            : t("holidays.upcomingNone", { year })
        }
      />
    </div>
  );
};
