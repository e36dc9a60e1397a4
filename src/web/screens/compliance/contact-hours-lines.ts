import type { ContactHours } from "#contract/consents.ts";
import { formatClock, formatWeekday } from "#web/lib/time-format.ts";

type Day = ContactHours["days"][number];
type ContactHoursLine = { days: string; hours: string };

/** Weeks are displayed from Monday; stored days start on Sunday. */
const weekFromMonday = [1, 2, 3, 4, 5, 6, 0];
const isSameHours = (first: Day, second: Day): boolean =>
  first === second ||
  (first !== null && second !== null && first.opens === second.opens && first.closes === second.closes);

/** Groups consecutive days with the same hours into one line. */
export const contactHoursLines = (
  days: ContactHours["days"],
  locale: string,
  labels: { everyDay: string; closed: string },
): ContactHoursLine[] => {
  const runs: { first: number; last: number; hours: Day }[] = [];
  weekFromMonday.forEach((day, index) => {
    const hours = days[day] ?? null;
    const last = runs.at(-1);
    if (last && isSameHours(last.hours, hours)) last.last = index;
    else runs.push({ first: index, last: index, hours });
  });
  return runs.map(({ first, last, hours }) => ({
    days:
      last - first === 6
        ? labels.everyDay
        : first === last
          ? formatWeekday(first, locale)
          : `${formatWeekday(first, locale)}–${formatWeekday(last, locale)}`,
    hours: hours
      ? `${formatClock(hours.opens, locale)} – ${formatClock(hours.closes, locale)}`
      : labels.closed,
  }));
};

/** Whether the statute itself was compared; the workspace's own rules have no statute. */
export const verificationBadge = ({ origin, verified }: Pick<ContactHours, "origin" | "verified">) => {
  if (origin !== "law") return undefined;
  return verified
    ? ({ tone: "ok", text: "verified" } as const)
    : ({ tone: "warn", text: "unverified" } as const);
};
