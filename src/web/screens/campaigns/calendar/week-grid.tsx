import { useTranslation } from "react-i18next";
import type { PlanDay, PlanItem } from "#contract/plan.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { PlanBlock } from "./plan-block.tsx";
import { keyOfItem, layoutPlan, placeOf } from "./plan-layout.ts";

/** More items of one hour stand behind a link to the day. */
const mostInCell = 4;

type WeekGridProps = {
  days: readonly PlanDay[];
  items: readonly PlanItem[];
  timezone: string;
  holidaysAreClosed: boolean;
  onOpen: (item: PlanItem) => void;
  onDay: (date: string) => void;
};

/** How much of what the vendors take in a day is planned, of the channel that is fullest. */
const RoomBar = ({ day: { channels } }: { day: PlanDay }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const shareOf = ({ planned, room }: PlanDay["channels"][number]) => (room ? planned / room : 0);
  const [fullest] = [...channels].sort((a, b) => shareOf(b) - shareOf(a) || b.planned - a.planned);
  if (!fullest) return <p className="text-faint">{t("campaigns.calendar.nothing")}</p>;
  const total = channels.reduce((sum, { planned }) => sum + planned, 0);
  if (fullest.room === null)
    return <p className="text-soft">{t("campaigns.calendar.planned", { shown: format.number(total) })}</p>;
  const share = Math.min(1, shareOf(fullest));
  return (
    <>
      <p className="text-soft wrap-anywhere">
        {t("campaigns.calendar.room", {
          planned: format.number(fullest.planned),
          room: format.number(fullest.room),
          channel: worded("reasons.channel", fullest.channel),
        })}
      </p>
      <span aria-hidden="true" className="mt-1 block h-1 overflow-hidden rounded-full bg-line">
        <span
          className={cn("block h-full", share >= 1 ? "bg-warn" : "bg-sea/60")}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </>
  );
};

const headCell = "border-line border-l px-2 py-2 text-left align-top font-normal";

/** The days side by side, an hour a row; hours in which marketing may not leave are shaded. */
export const WeekGrid = ({ days, items, timezone, holidaysAreClosed, onOpen, onDay }: WeekGridProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const hours = layoutPlan({ days, items, timezone, holidaysAreClosed });
  const held = items.filter(({ at }) => at === null);
  const now = placeOf(new Date().toISOString(), timezone);
  const hourText = (hour: number) => {
    const [first] = days;
    return first ? format.hour(new Date(Date.parse(first.startsAt) + hour * 3_600_000).toISOString()) : "";
  };
  const isWeek = days.length > 1;
  return (
    <section
      aria-label={t("campaigns.calendar.label")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line bg-panel focus-visible:-outline-offset-2"
    >
      <table
        aria-label={t("campaigns.calendar.label")}
        className={cn("w-full table-fixed border-collapse text-xs", isWeek && "min-w-[820px]")}
      >
        <colgroup>
          <col className="w-15" />
          {days.map(({ date }) => (
            <col key={date} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td className="px-2 py-2" />
            {days.map((day) => (
              <th key={day.date} scope="col" className={headCell}>
                <span className={cn("block text-soft", day.date === now.date && "font-[620] text-sea")}>
                  {day.date === now.date ? t("campaigns.calendar.today") : format.weekday(day.startsAt)}
                </span>
                <span className="block font-[640] text-base">{format.day(day.startsAt)}</span>
                {day.holiday && <span className="block text-warn wrap-anywhere">{day.holiday}</span>}
              </th>
            ))}
          </tr>
          <tr>
            <th scope="row" className="border-line border-t px-2 py-2 text-left font-normal text-soft">
              {t("campaigns.calendar.roomLabel")}
            </th>
            {days.map((day) => (
              <td key={day.date} className="border-line border-t border-l px-2 py-2 align-top">
                <RoomBar day={day} />
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {held.length > 0 && (
            <tr>
              <th
                scope="row"
                className="border-line border-t px-2 py-2 text-left align-top font-normal text-soft"
              >
                {t("campaigns.calendar.held")}
              </th>
              <td colSpan={days.length} className="border-line border-t border-l p-1.5">
                <ul className="grid gap-1.5 sm:grid-cols-[repeat(auto-fill,minmax(160px,1fr))]">
                  {held.map((item) => (
                    <li key={keyOfItem(item)} className="min-w-0">
                      <PlanBlock item={item} onOpen={onOpen} />
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          )}
          {hours.map(({ hour, cells }) => (
            <tr key={hour}>
              <th
                scope="row"
                className="h-11 border-line border-t px-2 pt-1 text-right align-top font-normal text-faint"
              >
                {hourText(hour)}
              </th>
              {cells.map(({ date, items: inCell, isClosed }) => {
                const isNow = date === now.date && hour === now.hour;
                return (
                  <td
                    key={date}
                    {...(isNow ? { "aria-current": "time" as const } : {})}
                    className={cn(
                      "border-line border-t border-l p-1 align-top",
                      isClosed && "bg-hover",
                      isNow && "shadow-[inset_0_2px_0_0_var(--sea)]",
                    )}
                  >
                    {inCell.length > 0 && (
                      <ul className="grid min-w-0 gap-1">
                        {inCell.slice(0, isWeek ? mostInCell : inCell.length).map((item) => (
                          <li key={keyOfItem(item)} className="min-w-0">
                            <PlanBlock item={item} onOpen={onOpen} />
                          </li>
                        ))}
                      </ul>
                    )}
                    {isWeek && inCell.length > mostInCell && (
                      <button
                        type="button"
                        onClick={() => onDay(date)}
                        className="mt-1 rounded px-1 text-sea hover:underline"
                      >
                        {t("campaigns.calendar.more", { shown: format.number(inCell.length - mostInCell) })}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
