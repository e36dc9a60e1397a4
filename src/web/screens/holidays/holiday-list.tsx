import { CalendarX2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PublicHoliday } from "#contract/public-data.ts";
import type { HolidayType } from "#domain/holiday.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import {
  categoryLabels,
  createDayFormatter,
  holidayName,
  sortByStart,
  upcomingHolidays,
} from "./holiday-format.ts";

const typeClasses: Record<HolidayType, string> = {
  public: "bg-ok-tint text-ok",
  bank: "bg-sea-tint text-sea",
  religious:
    "bg-[oklch(0.955_0.025_305)] text-[oklch(0.47_0.14_305)] dark:bg-[oklch(0.29_0.06_305)] dark:text-[oklch(0.79_0.11_305)]",
  observance: "bg-hover text-soft",
  other: "bg-warn-tint text-warn",
};

const Pill = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className={cn("inline-flex rounded-md px-1.5 py-px font-[540] text-xs whitespace-nowrap", className)}>
    {children}
  </span>
);

type HolidayRowProps = {
  holiday: PublicHoliday;
  formatDay: (date: string) => string;
  isPast: boolean;
  isNext: boolean;
};

const HolidayRow = ({ holiday, formatDay, isPast, isNext }: HolidayRowProps) => {
  const { t, i18n } = useTranslation();
  const { startDate, endDate, type, nationwide, subdivisions } = holiday;
  const places = subdivisions.map(({ shortName }) => shortName).join(", ");
  return (
    <li className="grid items-center gap-x-5 gap-y-1 border-line border-t py-2.5 first:border-t-0 sm:min-h-11 md:grid-cols-[230px_minmax(0,1fr)_auto]">
      <p className="text-sm text-soft tabular-nums">
        <time dateTime={startDate} className="whitespace-nowrap">
          {formatDay(startDate)}
        </time>
        {endDate !== startDate && (
          <>
            {" – "}
            <time dateTime={endDate} className="whitespace-nowrap">
              {formatDay(endDate)}
            </time>
          </>
        )}
      </p>
      <div className="min-w-0">
        <p className={cn("flex flex-wrap items-center gap-2 text-sm", isPast ? "text-soft" : "font-[560]")}>
          {holidayName(holiday, i18n.language) ?? t("holidays.unknown")}
          {isNext && <Pill className="bg-beam text-on-beam">{t("holidays.next")}</Pill>}
        </p>
        {places && <p className="text-faint text-xs">{places}</p>}
      </div>
      <div className="flex flex-wrap gap-1.5 md:justify-end">
        {categoryLabels(t, holiday).map((category) => (
          <Pill key={category} className="text-soft ring-1 ring-line ring-inset">
            {category}
          </Pill>
        ))}
        {nationwide && <Pill className="bg-hover text-soft">{t("holidays.nationwide")}</Pill>}
        <Pill className={typeClasses[type]}>{t(`holidays.type.${type}`)}</Pill>
      </div>
    </li>
  );
};

const SourceLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="underline underline-offset-2 hover:text-ink">
    {children}
  </a>
);

export const HolidayList = ({ holidays, today }: { holidays: PublicHoliday[]; today: string }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const sorted = useMemo(() => sortByStart(holidays), [holidays]);
  const formatDay = useMemo(() => createDayFormatter(locale), [locale]);
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
