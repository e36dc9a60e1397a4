/** Local time of a zone in the format of a datetime-local input: 2026-03-01T08:30. */
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

/** Date.parse accepts almost any text, so the format is checked first. */
const wallClockPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const parseAsUtc = (wallClock: string): number => Date.parse(`${wallClock}:00Z`);

/** The instant of a local time in a zone; undefined for invalid input. */
export const fromWallClock = (wallClock: string, zone: string | undefined): string | undefined => {
  const target = wallClockPattern.test(wallClock) ? parseAsUtc(wallClock.slice(0, 16)) : Number.NaN;
  if (Number.isNaN(target)) return undefined;
  let instant = target;
  // The second iteration corrects a first guess on the other side of a clock change.
  for (let round = 0; round < 2; round++) {
    instant += target - parseAsUtc(toWallClock(new Date(instant).toISOString(), zone));
  }
  return new Date(instant).toISOString();
};
