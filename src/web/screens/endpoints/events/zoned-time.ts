/** The wall clock of a zone at an instant, as a date and time field writes it: 2026-03-01T08:30. */
export const toWallClock = (instant: string, zone: string | undefined): string => {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...(zone ? { timeZone: zone } : {}),
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
};

/** Asked first: Date.parse makes some date of almost any text. */
const wallClockPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const parseAsUtc = (wallClock: string): number => Date.parse(`${wallClock}:00Z`);

/** The instant at which the zone's wall clock shows this; undefined for what is no date and time. */
export const fromWallClock = (wallClock: string, zone: string | undefined): string | undefined => {
  const target = wallClockPattern.test(wallClock) ? parseAsUtc(wallClock.slice(0, 16)) : Number.NaN;
  if (Number.isNaN(target)) return undefined;
  let instant = target;
  // The second round mends a first guess that fell on the other side of a clock change.
  for (let round = 0; round < 2; round++) {
    instant += target - parseAsUtc(toWallClock(new Date(instant).toISOString(), zone));
  }
  return new Date(instant).toISOString();
};
