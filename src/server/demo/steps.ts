import { sameTimeAgo, startOfDay } from "#domain/day.ts";
import type { DemoRandom } from "./random.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
const historyDays = 89;

/** The parts of the history that figures are about; "yesterday" ends at this time of day. */
export type Part = "past" | "yesterday" | "today";

/** What happened since the step before is read, decided and sent at this instant. */
export type Step = {
  at: number;
  part: Part;
  daysAgo: number;
  previousAt: number;
  /** Until when something may follow from it; the last step of a part ends at once. */
  endsAt: number;
};

const spread = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * (index + 1)) / count);

/** The instants of the replay: few in the past, more yesterday and today, and every few minutes at the end. */
export const planSteps = (now: number, timezone: string, { unit }: DemoRandom) => {
  const [midnight, yesterday] = [startOfDay(now, timezone), startOfDay(now, timezone, 1)];
  // Two minutes ago, or less in the first two minutes of a day.
  const newest = now - 2 * minuteMs >= midnight ? now - 2 * minuteMs : Math.floor((midnight + now) / 2);
  const weekAgo = now - 7 * 24 * hourMs;
  // When the clocks change, "this time yesterday" and "24 hours ago" differ by an hour: stay clear of both.
  const sameTime = Math.min(sameTimeAgo(now, timezone, 1), now - 24 * hourMs);
  const instants: Pick<Step, "at" | "part" | "daysAgo">[] = [];
  for (let daysAgo = historyDays; daysAgo > 1; daysAgo -= daysAgo > 11 ? 4 : 1) {
    const at = startOfDay(now, timezone, daysAgo) + (13.2 + 6 * unit()) * hourMs;
    // Clear of a week ago, so that the comparison with it does not depend on minutes.
    if (Math.abs(at - weekAgo) > 3 * hourMs) instants.push({ at, part: "past", daysAgo });
  }
  for (const at of spread(yesterday, Math.max(yesterday, sameTime - 1000), 9))
    instants.push({ at, part: "yesterday", daysAgo: 1 });
  const recent = [30, 15, 7, 3, 0].map((minutes) => newest - minutes * minuteMs);
  const isLong = newest - midnight > 2 * hourMs;
  for (const at of isLong
    ? [...spread(midnight, newest - hourMs, 14), ...recent]
    : spread(midnight, newest, 8))
    instants.push({ at, part: "today", daysAgo: 0 });
  const dayStarts = { past: 0, yesterday, today: midnight };
  const steps = instants.map(({ at, part, daysAgo }, index): Step => {
    const next = instants[index + 1];
    return {
      at: Math.round(at),
      part,
      daysAgo,
      previousAt: Math.max(dayStarts[part], instants[index - 1]?.at ?? 0),
      endsAt: Math.round(next?.part === part ? next.at : at),
    };
  });
  return { steps, midnight, newest, weekAgo };
};
