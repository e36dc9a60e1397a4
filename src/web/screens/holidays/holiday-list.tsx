import { CalendarX2 } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PublicHoliday } from "#contract/public-data.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { HolidayRow } from "./holiday-row.tsx";
import { dayFormat, sortedByStart, upcoming } from "./holiday-words.ts";

const Source = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-2 hover:text-ink">
    {children}
  </a>
);

export const HolidayList = ({ holidays, today }: { holidays: PublicHoliday[]; today: string }) => {
  const { t, i18n } = useTranslation();
  const sorted = useMemo(() => sortedByStart(holidays), [holidays]);
  const day = useMemo(() => dayFormat(i18n.language), [i18n.language]);
  const next = upcoming(holidays, today)[0]?.id;
  return (
    <Card title={t("holidays.list")}>
      {sorted.length === 0 ? (
        <EmptyState icon={CalendarX2} title={t("holidays.empty")} className="py-8" />
      ) : (
        <ul className="-my-2">
          {sorted.map((holiday) => (
            <HolidayRow
              key={holiday.id}
              holiday={holiday}
              day={day}
              isPast={holiday.endDate < today}
              isNext={holiday.id === next}
            />
          ))}
        </ul>
      )}
      <p className="mt-4 border-line border-t pt-3 text-faint text-xs">
        {t("holidays.attribution")}{" "}
        <Source href="https://github.com/commenthol/date-holidays">date-holidays</Source>,{" "}
        <Source href="https://creativecommons.org/licenses/by/3.0/">CC BY 3.0</Source>
      </p>
    </Card>
  );
};
