import type { CodedReason } from "#domain/coded-reason.ts";
import { defineCheck, pass, wait } from "#domain/compliance/check.ts";
import { dayMs } from "#domain/compliance/durations.ts";
import { type CalendarHoliday, worstCasePlaces } from "#domain/compliance/hours-rule.ts";
import { type HolidayIndex, indexHolidays } from "#domain/compliance/place-hours.ts";
import { type CandidatePlace, candidatePlaces } from "#domain/places/candidate-places.ts";
import { offsetPeriodsBetween } from "#domain/places/zone-offsets.ts";

const indexes = new WeakMap<object, HolidayIndex>();
const indexFor = (holidays: readonly CalendarHoliday[]): HolidayIndex => {
  let index = indexes.get(holidays);
  if (!index) {
    index = indexHolidays(holidays);
    indexes.set(holidays, index);
  }
  return index;
};

const holidayAt = (
  place: CandidatePlace,
  index: HolidayIndex,
  instant: number,
): { name: string; ends: number } | undefined => {
  const [piece] = offsetPeriodsBetween(place.zone, instant, instant + 1);
  if (!piece) return undefined;
  const day = Math.floor((instant + piece.offset) / dayMs);
  const name = index.daysIn(place.region).get(day);
  // Where the clock changes within the day, the caller asks again from the change on.
  return name === undefined
    ? undefined
    : { name, ends: Math.min(piece.to, (day + 1) * dayMs - piece.offset) };
};

/** Marketing waits while it is a holiday at any place where the person may be, unless the policy allows it. */
export const holidaysCheck = defineCheck({
  id: "holidays",
  reasons: { marketing_holiday: "wait" },
  evaluate: ({ purpose }, facts) => {
    if (purpose !== "marketing" || facts.policy.sendOnHolidays || facts.holidays.length === 0) return pass;
    const index = indexFor(facts.holidays);
    if (!index.isNear(facts.now)) return pass;
    const candidates = candidatePlaces({ phone: facts.phone, ...facts.where });
    const places = candidates.length > 0 ? candidates : worstCasePlaces;
    const reasons: CodedReason<"marketing_holiday">[] = [];
    let until = facts.now;
    // One place's holiday may end within another's: search again from each end.
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
});
