import { type Check, pass, wait } from "#domain/compliance/check.ts";
import { dayMs } from "#domain/compliance/facts.ts";
import type { Holiday } from "#domain/compliance/hours.ts";
import { worstCasePlaces } from "#domain/compliance/hours-unknown.ts";
import { type Holidays, holidayIndex } from "#domain/compliance/place-hours.ts";
import type { GateReason } from "#domain/compliance/reasons.ts";
import { type CandidatePlace, candidatePlaces } from "#domain/places/candidate-places.ts";
import { offsetPeriodsBetween } from "#domain/places/zone-offsets.ts";

const indexes = new WeakMap<object, Holidays>();
const indexOf = (holidays: readonly Holiday[]): Holidays => {
  let index = indexes.get(holidays);
  if (!index) {
    index = holidayIndex(holidays);
    indexes.set(holidays, index);
  }
  return index;
};

const holidayAt = (
  place: CandidatePlace,
  index: Holidays,
  instant: number,
): { name: string; ends: number } | undefined => {
  const [piece] = offsetPeriodsBetween(place.zone, instant, instant + 1);
  if (!piece) return undefined;
  const day = Math.floor((instant + piece.offset) / dayMs);
  const name = index.of(place.region).get(day);
  // Where the clock changes within the day, the look from there on sees the same day again.
  return name === undefined
    ? undefined
    : { name, ends: Math.min(piece.to, (day + 1) * dayMs - piece.offset) };
};

/** Marketing rests on the holidays of wherever they may be, unless the policy says otherwise. */
export const holidays: Check = {
  id: "holidays",
  check: ({ purpose }, facts) => {
    if (purpose !== "marketing" || facts.policy.sendOnHolidays || facts.holidays.length === 0) return pass;
    const index = indexOf(facts.holidays);
    if (!index.near(facts.now)) return pass;
    const known = candidatePlaces({ phone: facts.phone, ...facts.where });
    const places = known.length > 0 ? known : worstCasePlaces;
    const reasons: GateReason[] = [];
    let until = facts.now;
    // A holiday somewhere may lead into the next elsewhere: look again from each end.
    for (let step = 0; step < 60; step++) {
      const from = until;
      for (const place of places) {
        const holiday = holidayAt(place, index, from);
        if (!holiday) continue;
        if (from === facts.now)
          reasons.push({ code: "marketing_holiday", holiday: holiday.name, region: place.region });
        until = Math.max(until, holiday.ends);
      }
      if (until === from) break;
    }
    return reasons.length === 0 ? pass : wait(until, ...reasons);
  },
};
