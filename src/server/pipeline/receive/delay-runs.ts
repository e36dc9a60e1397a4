import { indexHolidays } from "#domain/compliance/place-hours.ts";
import { opensAfterReturn, readReturnDay } from "#domain/mail/out-of-office.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { delayRuns, readWaitingRuns } from "#server/store/automation/sequence-runs.ts";
import { readContactRules } from "#server/store/compliance/contact-rules.ts";
import type { WriteContext } from "#server/store/write.ts";

/** Somebody is away: the steps that wait for them come on the first workday after their return, if it is known. */
export const delayRunsUntilReturn = async (
  { tx, clock, touch }: Pick<WriteContext, "tx" | "clock" | "touch">,
  people: readonly string[],
  text: string,
  timezone: string,
): Promise<void> => {
  const runs = await readWaitingRuns(tx, people);
  if (runs.length === 0) return;
  const now = clock.now();
  const { holidays } = await readContactRules(tx, new Date(now).getFullYear());
  const holidayIndex = indexHolidays(holidays);
  const delays = runs.flatMap(({ id, opensAt, phone, zip, region, zone: ownZone }) => {
    const [place] = candidatePlaces({ phone, zip, region, zone: ownZone });
    const zone = place?.zone ?? timezone;
    const returnDay = readReturnDay(text, { now, timezone: zone });
    if (returnDay === null) return [];
    const days = holidayIndex.daysIn(place?.region ?? null);
    const until = opensAfterReturn(returnDay, opensAt, { zone, isHoliday: (day) => days.has(day) });
    return until === opensAt ? [] : [{ id, until }];
  });
  await delayRuns(tx, delays);
  if (delays.length > 0) touch("rule-runs");
};
