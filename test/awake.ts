import { windowAt } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";

/** Puerto Rico, Hawaii, Guam, Newfoundland: together they are awake at nearly every hour. */
const areas = ["787", "808", "671", "709"];
const longEnoughMs = 3 * 60_000;

/** Numbers of people who may be written to now and for some minutes more, by the same hours as the gate's. */
export const awakeNumbers = (now: number): ((n: number) => string) => {
  const area = areas.find((code) => {
    const where = { phone: `+1${code}5550100`, zip: null, region: null, zone: null };
    const window = windowAt(now, candidatePlaces(where), hoursTable, []);
    return window.open && window.until > now + longEnoughMs;
  });
  if (!area) throw new Error("Nobody may be written to in this half hour: run it again a little later");
  return (n) => `+1${area}555${String(100 + n).padStart(4, "0")}`;
};
