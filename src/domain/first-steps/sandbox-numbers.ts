import { contactWindowAt } from "#domain/compliance/hours.ts";
import type { CalendarHoliday, HoursRule } from "#domain/compliance/hours-rule.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";

/** Puerto Rico first. The others may be contacted while it is night there; together they cover the whole day. */
const areaCodes = ["787", "808", "671", "709"];

/** Longer than the page Start takes. */
const minOpenMs = 15 * 60_000;

/** The exchange 555 has no subscribers; lines from 9000 on are what the simulators react to. */
const toNumber = (areaCode: string, line: number): string =>
  `+1${areaCode}555${String(line).padStart(4, "0")}`;

const [firstLine, lineCount] = [100, 800];

/** The area code of a place that may be contacted now and for a while; Puerto Rico where there is none. */
const openAreaCode = (
  now: number,
  { hours, holidays }: { hours: readonly HoursRule[]; holidays: readonly CalendarHoliday[] },
): string => {
  const open = areaCodes.find((code) => {
    const where = { phone: toNumber(code, firstLine), zip: null, region: null, zone: null };
    const window = contactWindowAt(now, candidatePlaces(where), hours, holidays);
    return window.open && window.until > now + minOpenMs;
  });
  return open ?? "787";
};

/** Numbers for the sandbox phone, of which one that is nobody's is taken. */
export const sandboxNumbers = (
  now: number,
  rules: { hours: readonly HoursRule[]; holidays: readonly CalendarHoliday[] },
  random: () => number,
): string[] => {
  const areaCode = openAreaCode(now, rules);
  const start = Math.floor(random() * lineCount);
  return Array.from({ length: 20 }, (_, index) =>
    toNumber(areaCode, firstLine + ((start + index) % lineCount)),
  );
};
