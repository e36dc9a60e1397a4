import { CalendarX2 } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Holiday } from "#contract/public-data.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { HolidayRow } from "./holiday-row.tsx";
import { createDayFormatter, sortByStart, upcomingHolidays } from "./holiday-words.ts";

const SourceLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-2 hover:text-ink">
    {children}
  </a>
);

export const HolidayList = ({ holidays, today }: { holidays: Holiday[]; today: string }) => {
  const { t, i18n } = useTranslation();
  const sorted = useMemo(() => sortByStart(holidays), [holidays]);
  const formatDay = useMemo(() => createDayFormatter(i18n.language), [i18n.language]);
  const nextId = upcomingHolidays(holidays, today)[0]?.id;
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
              formatDay={formatDay}
              isPast={holiday.endDate < today}
              isNext={holiday.id === nextId}
            />
          ))}
        </ul>
      )}
      <p className="mt-4 border-line border-t pt-3 text-faint text-xs">
        {t("holidays.attribution")}{" "}
        <SourceLink href="https://github.com/commenthol/date-holidays">date-holidays</SourceLink>,{" "}
        <SourceLink href="https://creativecommons.org/licenses/by/3.0/">CC BY 3.0</SourceLink>
      </p>
    </Card>
  );
};
