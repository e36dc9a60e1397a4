import { contactWindowAt } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";

/** Numbers to which the gate allows messages now and during the test file. */
export type ContactableNumbers = {
  phone: (n: number) => string;
  /** The person's own time zone; null where the area code determines it. */
  timezone: string | null;
};

/**
 * Puerto Rico, Guam and Newfoundland cover nearly the whole day; in winter Spain fills the remaining hour.
 * No state of the United States, because WhatsApp delivers no marketing there.
 */
const places = [
  ...["787", "671", "709"].map((area) => ({ prefix: `+1${area}555`, timezone: null })),
  { prefix: "+3461555", timezone: "Europe/Madrid" },
];
/** Longer than a test file runs. */
const minOpenMs = 20 * 60_000;

export const findContactableNumbers = (now: number): ContactableNumbers => {
  const place = places.find(({ prefix, timezone }) => {
    const where = { phone: `${prefix}0100`, zip: null, region: null, zone: timezone };
    const window = contactWindowAt(now, candidatePlaces(where), hoursTable, []);
    return window.open && window.until > now + minOpenMs;
  });
  if (!place) throw new Error(`No place has open hours at ${new Date(now).toISOString()}`);
  const { prefix, timezone } = place;
  return { phone: (n) => prefix + String(100 + n).padStart(4, "0"), timezone };
};

type Send = (method: string, path: string, body: object) => Promise<unknown>;

/** Allows marketing on holidays, so that a test does not depend on the date. */
export const allowHolidaySends = async (send: Send): Promise<void> => {
  await send("PUT", "/api/compliance/policy", { sendOnHolidays: true, answerInQuietHours: false });
};

/** A time zone outside the United States whose sending window is open, or closed, now and for a while. */
export const findForeignZone = (now: number, isOpen: boolean): string => {
  const isOpenAt = (zone: string, at: number): boolean => {
    const zonePlaces = candidatePlaces({ phone: null, zip: null, region: null, zone });
    return contactWindowAt(at, zonePlaces, hoursTable, []).open;
  };
  const zone = ["Europe/Madrid", "America/Mexico_City", "Asia/Tokyo"].find(
    (candidate) => isOpenAt(candidate, now) === isOpen && isOpenAt(candidate, now + minOpenMs) === isOpen,
  );
  if (!zone) throw new Error(`No such time zone at ${new Date(now).toISOString()}`);
  return zone;
};
