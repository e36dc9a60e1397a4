import { dateIn } from "#domain/day.ts";
import { eventDatePrefix } from "#domain/rules/step-parts.ts";

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i;

/** The dates among the fields of an event, by `event.` and their names; an instant is the day that it is for the person. */
export const eventDates = (
  fields: Readonly<Record<string, unknown>>,
  zone: string,
  parseInstant: (text: string) => number,
): Map<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([name, value]): [string, string][] => {
      if (typeof value !== "string") return [];
      const instant = instantPattern.test(value) ? parseInstant(value) : Number.NaN;
      return [[eventDatePrefix + name, Number.isNaN(instant) ? value : dateIn(instant, zone)]];
    }),
  );
