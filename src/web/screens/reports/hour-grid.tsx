import { useTranslation } from "react-i18next";
import type { ReportPlot } from "#contract/reports.ts";
import { useFormat } from "#web/lib/format.ts";

type HourGridProps = { points: ReportPlot["points"]; label: string; text: (value: number) => string };

/** 2024-01-01 was a Monday. */
const instantOf = (weekday: number, hour: number): Date => new Date(Date.UTC(2024, 0, weekday, hour));

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** A number for each hour of each weekday; the darker, the larger. */
export const HourGrid = ({ points, label, text }: HourGridProps) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const weekdayName = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  const hourName = new Intl.DateTimeFormat(locale, { hour: "numeric", timeZone: "UTC" });
  const cells = new Map(points.map((point) => [`${point.weekday} ${point.hour}`, point]));
  const most = Math.max(...points.map(({ value }) => value ?? 0), Number.MIN_VALUE);
  return (
    <div className="relative -mx-4 overflow-x-auto px-4">
      <table
        aria-label={label}
        className="w-full min-w-160 table-fixed border-separate border-spacing-0.5 text-2xs"
      >
        <thead>
          <tr>
            <th scope="col" className="w-11">
              <span className="sr-only">{t("reports.weekday")}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="font-[500] text-faint">
                <span className={hour % 3 === 0 ? "whitespace-nowrap" : "sr-only"}>
                  {hourName.format(instantOf(1, hour))}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row" className="pr-1 text-left font-[500] text-soft">
                {weekdayName.format(instantOf(weekday, 0))}
              </th>
              {hours.map((hour) => {
                const value = cells.get(`${weekday} ${hour}`)?.value ?? null;
                const said = value === null ? t("reports.none") : text(value);
                const at = `${weekdayName.format(instantOf(weekday, hour))} ${hourName.format(instantOf(weekday, hour))}`;
                return (
                  <td
                    key={hour}
                    data-tooltip={`${at}: ${said}`}
                    className="h-6 rounded-sm bg-hover"
                    style={
                      value === null || value === 0
                        ? undefined
                        : {
                            background: `color-mix(in oklch, var(--sea) ${Math.round(12 + (value / most) * 80)}%, var(--panel))`,
                          }
                    }
                  >
                    <span className="sr-only">{said}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
