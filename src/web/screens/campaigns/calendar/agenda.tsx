import { useTranslation } from "react-i18next";
import type { PlanDay, PlanItem } from "#contract/plan.ts";
import { useFormat } from "#web/lib/format.ts";
import { PlanBlock } from "./plan-block.tsx";
import { keyOfItem, placeOf } from "./plan-layout.ts";

type AgendaProps = {
  days: readonly PlanDay[];
  items: readonly PlanItem[];
  timezone: string;
  onOpen: (item: PlanItem) => void;
};

/** The plan from top to bottom; days without anything are left out. */
export const Agenda = ({ days, items, timezone, onOpen }: AgendaProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const held = items.filter(({ at }) => at === null);
  const timed = items
    .flatMap((item) => (item.at === null ? [] : [{ item, at: item.at }]))
    .toSorted((first, second) => Date.parse(first.at) - Date.parse(second.at));
  const parts = days.map((day) => ({
    day,
    items: timed.filter(({ at }) => placeOf(at, timezone).date === day.date).map(({ item }) => item),
  }));
  const list = (label: string, shown: readonly PlanItem[]) => (
    <ul aria-label={label} className="grid gap-1.5">
      {shown.map((item) => (
        <li key={keyOfItem(item)} className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-2">
          <span className="whitespace-nowrap text-right text-faint text-xs tabular-nums">
            {item.at === null ? "" : format.time(item.at)}
          </span>
          <PlanBlock item={item} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="grid gap-5">
      {held.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-[620] text-sm">{t("campaigns.calendar.held")}</h3>
          {list(t("campaigns.calendar.held"), held)}
        </section>
      )}
      {parts
        .filter((part) => part.items.length > 0)
        .map(({ day, items: ofDay }) => (
          <section key={day.date} className="grid gap-2">
            <h3 className="flex flex-wrap items-baseline gap-x-2 font-[620] text-sm">
              {format.longDay(day.startsAt)}
              {day.holiday && <span className="font-normal text-warn text-xs">{day.holiday}</span>}
            </h3>
            {list(format.longDay(day.startsAt), ofDay)}
          </section>
        ))}
    </div>
  );
};
