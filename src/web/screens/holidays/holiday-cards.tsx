import { useTranslation } from "react-i18next";
import type { Holiday } from "#contract/public-data.ts";
import { StatCard } from "#web/components/chart/stat-card.tsx";
import { useFormat } from "#web/lib/format.ts";
import { countryName, holidayName, upcoming } from "./holiday-words.ts";
import type { HolidayChoice } from "./use-holiday-choice.ts";

export const holidayGrid = "grid grid-cols-2 gap-3.5 sm:grid-cols-3 max-sm:[&>:last-child]:col-span-2";

type HolidayCardsProps = { holidays: Holiday[]; choice: HolidayChoice; today: string };

export const HolidayCards = ({ holidays, choice, today }: HolidayCardsProps) => {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const { year } = choice;
  const next = upcoming(holidays, today);
  const [first] = next;
  return (
    <div className={holidayGrid}>
      <StatCard
        label={t("holidays.total")}
        value={number(holidays.length)}
        caption={t("holidays.totalCaption", { country: countryName(choice.country, i18n.language), year })}
      />
      <StatCard
        label={t("holidays.public")}
        value={number(holidays.filter(({ type }) => type === "public").length)}
        caption={t("holidays.publicCaption")}
      />
      <StatCard
        label={t("holidays.upcoming")}
        value={number(next.length)}
        caption={
          first
            ? t("holidays.upcomingNext", { name: holidayName(first, i18n.language) ?? t("holidays.unknown") })
            : t("holidays.upcomingNone", { year })
        }
      />
    </div>
  );
};
