/**
 * The hours a second time, by hand, from the same law and nothing of the product's: what the gate says is
 * compared with what this says.
 */
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const begin = Date.UTC(2026, 0, 1);
export const end = Date.UTC(2027, 11, 15);
const marginMs = 30 * dayMs;

/** The wall clock of each zone for every hour of two years, as Intl shows it. */
const readWall = (zone: string): Float64Array => {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const hours = (end - begin + 2 * marginMs) / hourMs;
  const ahead = new Float64Array(hours);
  for (let index = 0; index < hours; index++) {
    const at = begin - marginMs + index * hourMs;
    const shown: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(at)) shown[type] = Number(value);
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = shown;
    ahead[index] = Date.UTC(year, month - 1, day, hour, minute) - at;
  }
  return ahead;
};

const walls = new Map<string, Float64Array>();

/** The clock's reading, as if it were UTC. */
export const wall = (zone: string, at: number): number => {
  let ahead = walls.get(zone);
  if (!ahead) {
    ahead = readWall(zone);
    walls.set(zone, ahead);
  }
  return at + (ahead[Math.floor((at - begin + marginMs) / hourMs)] ?? Number.NaN);
};

/** When the zone's clock changed, by the same readings. */
export const changesOf = (zone: string): number[] => {
  wall(zone, begin);
  const ahead = walls.get(zone) ?? [];
  const changes: number[] = [];
  for (let index = 1; index < ahead.length; index++)
    if (ahead[index] !== ahead[index - 1]) changes.push(begin - marginMs + index * hourMs);
  return changes.filter((at) => at > begin && at < end);
};

export type Spot = { state: string | null; zone: string };

export const holidays = [
  { date: "2026-01-01", region: null, name: "New Year" },
  { date: "2026-01-06", region: "PR", name: "Reyes" },
  { date: "2026-02-17", region: "LA", name: "Mardi Gras" },
  { date: "2026-02-17", region: "AL", name: "Mardi Gras" },
  { date: "2026-03-02", region: "TX", name: "Independence of Texas" },
  { date: "2026-07-04", region: null, name: "Independence" },
  { date: "2026-08-10", region: "RI", name: "Victory" },
  { date: "2026-11-19", region: "PR", name: "Descubrimiento" },
  { date: "2026-11-26", region: null, name: "Thanksgiving" },
  { date: "2026-12-25", region: null, name: "Christmas" },
  { date: "2027-01-01", region: null, name: "New Year" },
  { date: "2027-01-06", region: "PR", name: "Reyes" },
  { date: "2027-02-09", region: "LA", name: "Mardi Gras" },
  { date: "2027-07-05", region: null, name: "Independence" },
  { date: "2027-08-09", region: "RI", name: "Victory" },
  { date: "2027-11-25", region: null, name: "Thanksgiving" },
];
const holidayKeys = new Set(holidays.map(({ date, region }) => `${region} ${Date.parse(date) / dayMs}`));
const anyHoliday = new Set(holidays.map(({ date }) => Date.parse(date) / dayMs));

/** Whether the place keeps a holiday; one that nobody knows keeps all of them. */
export const isHoliday = ({ state, zone }: Spot, at: number): boolean => {
  const day = Math.floor(wall(zone, at) / dayMs);
  if (!anyHoliday.has(day)) return false;
  return state === null || holidayKeys.has(`null ${day}`) || holidayKeys.has(`${state} ${day}`);
};

/** Whether the law lets a telephone ring there at that instant. */
export const lawAllows = (spot: Spot, at: number, withHolidays: boolean): boolean => {
  const local = wall(spot.zone, at);
  const time = (local - Math.floor(local / dayMs) * dayMs) / hourMs;
  const weekday = (Math.floor(local / dayMs) + 4) % 7;
  const sunday = weekday === 0;
  if (time < 8 || time >= 21) return false;
  switch (spot.state) {
    case null:
    case "WA":
    case "FL":
    case "OK":
    case "MD":
    case "MA":
      return time < 20;
    case "PR":
    case "MI":
    case "MN":
    case "NM":
    case "IL":
      return time >= 9;
    case "TX":
      return time >= (sunday ? 12 : 9);
    case "AL":
    case "LA":
      return time < 20 && !sunday && !(withHolidays && isHoliday(spot, at));
    case "MS":
      return time < 20 && !sunday;
    case "NV":
    case "CT":
    case "PA":
      return time >= 9 && time < 20;
    case "KY":
      return time >= 10;
    case "RI":
      if (sunday || (withHolidays && isHoliday(spot, at))) return false;
      return weekday === 6 ? time >= 10 && time < 17 : time >= 9 && time < 18;
    default:
      return true;
  }
};
