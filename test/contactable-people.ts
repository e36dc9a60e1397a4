import { windowAt } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";

/** Where somebody may be written to now, and for long enough to be. */
export type Awake = {
  phone: (n: number) => string;
  /** What they say of where they live; null where the number tells. */
  timezone: string | null;
};

/** Nobody's area code: only what they say tells where they are. The simulators know its numbers as any other's. */
const nowhere = "222";
/** Puerto Rico, Hawaii, Guam, Newfoundland: together nearly the whole day. In winter Spain has the hour between. */
const places = [
  ...["787", "808", "671", "709"].map((area) => ({ area, timezone: null })),
  { area: nowhere, timezone: "Europe/Madrid" },
];
/** Longer than a file of tests takes. */
const longEnoughMs = 20 * 60_000;

/** People who may be written to now and for some minutes more, by the same hours as the gate's. */
export const awakeAt = (now: number): Awake => {
  const found = places.find(({ area, timezone }) => {
    const where = { phone: `+1${area}5550100`, zip: null, region: null, zone: timezone };
    const window = windowAt(now, candidatePlaces(where), hoursTable, []);
    return window.open && window.until > now + longEnoughMs;
  });
  if (!found) throw new Error(`Nobody may be written to at ${new Date(now).toISOString()}`);
  const { area, timezone } = found;
  return { phone: (n) => `+1${area}555${String(100 + n).padStart(4, "0")}`, timezone };
};

type Send = (method: string, path: string, body: object) => Promise<unknown>;

/** Marketing goes out today whatever day it is. */
export const sendOnHolidays = async (send: Send): Promise<void> => {
  await send("PUT", "/api/compliance/policy", { sendOnHolidays: true, answerInQuietHours: false });
};

/** A zone abroad by whose clock people may, or may not, be written to now and for a while. */
export const zoneAbroad = (now: number, open: boolean): string => {
  const isOpen = (zone: string, at: number): boolean => {
    const places = candidatePlaces({ phone: null, zip: null, region: null, zone });
    return windowAt(at, places, hoursTable, []).open;
  };
  const found = ["Europe/Madrid", "America/Mexico_City", "Asia/Tokyo"].find(
    (zone) => isOpen(zone, now) === open && isOpen(zone, now + longEnoughMs) === open,
  );
  if (!found) throw new Error(`No such zone at ${new Date(now).toISOString()}`);
  return found;
};
