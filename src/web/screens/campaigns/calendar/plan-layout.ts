import type { PlanDay, PlanItem } from "#contract/plan.ts";
import { toWallClock } from "#web/lib/zoned-time.ts";

export type PlanCell = {
  date: string;
  items: PlanItem[];
  /** Outside the hours in which marketing may leave. */
  isClosed: boolean;
};

/** `hour`: of the clock of the business. */
export type PlanHour = { hour: number; cells: PlanCell[] };

const minutesPerHour = 60;
const lastHour = 23;
/** Shown where nothing else asks for more. */
const usualHours = { first: 8, last: 19 };

export const placeOf = (at: string, timezone: string): { date: string; hour: number } => {
  const clock = toWallClock(at, timezone);
  return { date: clock.slice(0, 10), hour: Number(clock.slice(11, 13)) };
};

const isClosedAt = (
  { opens, closes, holiday }: PlanDay,
  hour: number,
  holidaysAreClosed: boolean,
): boolean => {
  if (opens === null || closes === null || (holiday !== null && holidaysAreClosed)) return true;
  return (hour + 1) * minutesPerHour <= opens || hour * minutesPerHour >= closes;
};

type Plan = {
  days: readonly PlanDay[];
  items: readonly PlanItem[];
  timezone: string;
  holidaysAreClosed: boolean;
};

/** The hours that the plan needs, each with a cell a day; what is held without a time is left out. */
export const layoutPlan = ({ days, items, timezone, holidaysAreClosed }: Plan): PlanHour[] => {
  const placed = items.flatMap((item) => (item.at === null ? [] : [{ item, ...placeOf(item.at, timezone) }]));
  const shown = placed.filter(({ date }) => days.some((day) => day.date === date));
  const opens = days.flatMap((day) => (day.opens === null ? [] : [Math.floor(day.opens / minutesPerHour)]));
  const closes = days.flatMap((day) =>
    day.closes === null ? [] : [Math.ceil(day.closes / minutesPerHour) - 1],
  );
  const hours = shown.map(({ hour }) => hour);
  // A closed hour on both sides shows where the contact hours end.
  const first = Math.max(0, Math.min(usualHours.first, ...opens.map((hour) => hour - 1), ...hours));
  const last = Math.min(lastHour, Math.max(usualHours.last, ...closes.map((hour) => hour + 1), ...hours));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index;
    return {
      hour,
      cells: days.map((day) => ({
        date: day.date,
        items: shown.filter((one) => one.date === day.date && one.hour === hour).map(({ item }) => item),
        isClosed: isClosedAt(day, hour, holidaysAreClosed),
      })),
    };
  });
};

/** What identifies an item among those of a plan. */
export const keyOfItem = ({ kind, at, rule, stepId, type, code }: PlanItem): string =>
  [kind, at, rule?.id, stepId, type, code].join(" ");
