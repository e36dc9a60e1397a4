import * as z from "zod";
import { formatDay } from "#domain/calendar.ts";
import type { CalendarHoliday } from "./hours-rule.ts";
import { dayOfDate } from "./place-hours.ts";

export const maxClosingDays = 100;
/** The longest time that a business is closed. */
export const longestClosing = 62;

/** Days on which the business is closed; both are part of it. */
export const closingDaysInput = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    from: z.iso.date(),
    to: z.iso.date(),
  })
  .refine(({ from, to }) => to >= from && dayOfDate(to) - dayOfDate(from) < longestClosing, { path: ["to"] });
export type ClosingDaysInput = z.infer<typeof closingDaysInput>;
export type ClosingDays = ClosingDaysInput & { id: string };

/** As public holidays of every region, which the gate and the waits of sequences keep. */
export const closingHolidays = (closings: readonly ClosingDaysInput[]): CalendarHoliday[] =>
  closings.flatMap(({ name, from, to }) => {
    const first = dayOfDate(from);
    return Array.from({ length: dayOfDate(to) - first + 1 }, (_, index) => ({
      ...{ date: formatDay(first + index), region: null, name },
    }));
  });
