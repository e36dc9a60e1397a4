import { contactWindowAt } from "#domain/compliance/hours.ts";
import type { CalendarHoliday, HoursRule } from "#domain/compliance/hours-rule.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";

/** A place of sandbox phones. A time zone is stated where the number does not tell it. */
type Place = { prefix: string; timezone: string | null };

const home: Place = { prefix: "+1787555", timezone: null };

/** Puerto Rico first. The others may be contacted while it is night there; together they cover the whole day. */
const places: readonly Place[] = [
  home,
  ...["808", "671", "709"].map((area) => ({ prefix: `+1${area}555`, timezone: null })),
  { prefix: "+3461555", timezone: "Europe/Madrid" },
];

/** Longer than the page Start takes. */
const minOpenMs = 15 * 60_000;

/** The exchange 555 has no subscribers; lines from 9000 on are what the simulators react to. */
const toNumber = ({ prefix }: Place, line: number): string => `${prefix}${String(line).padStart(4, "0")}`;

const [firstLine, lineCount] = [100, 800];

type Rules = { hours: readonly HoursRule[]; holidays: readonly CalendarHoliday[] };

/** A place that may be contacted now and for a while; Puerto Rico where there is none. */
const openPlace = (now: number, { hours, holidays }: Rules, maySayZone: boolean): Place => {
  const open = places.find((place) => {
    if (place.timezone !== null && !maySayZone) return false;
    const where = { phone: toNumber(place, firstLine), zip: null, region: null, zone: place.timezone };
    const window = contactWindowAt(now, candidatePlaces(where), hours, holidays);
    return window.open && window.until > now + minOpenMs;
  });
  return open ?? home;
};

/** Candidate numbers for the sandbox phone, and the time zone to state with them. */
export const sandboxNumbers = (
  now: number,
  rules: Rules,
  random: () => number,
  /** Without it the time zone cannot be stated: in the early morning of Puerto Rico no place is open then. */
  { maySayZone }: { maySayZone: boolean },
): { numbers: string[]; timezone: string | null } => {
  const place = openPlace(now, rules, maySayZone);
  const start = Math.floor(random() * lineCount);
  const numbers = Array.from({ length: 20 }, (_, index) =>
    toNumber(place, firstLine + ((start + index) % lineCount)),
  );
  return { numbers, timezone: place.timezone };
};
