import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Holiday } from "#contract/public-data.ts";
import type { HolidayType } from "#domain/holiday.ts";
import { cn } from "#web/lib/cn.ts";
import { categoryLabels, holidayName } from "./holiday-words.ts";

/** Green, blue, purple, gray and yellow, as the kinds of days are told apart everywhere. */
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
  holiday: Holiday;
  formatDay: (date: string) => string;
  isPast: boolean;
  isNext: boolean;
};

export const HolidayRow = ({ holiday, formatDay, isPast, isNext }: HolidayRowProps) => {
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
