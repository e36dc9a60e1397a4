/** Clients of each region: a figure that LUMA never changes. */
const clientsByRegion: Record<string, number> = {
  Arecibo: 177_369,
  Bayamon: 216_496,
  Caguas: 250_514,
  Carolina: 141_663,
  Mayaguez: 216_605,
  Ponce: 212_508,
  "San Juan": 253_068,
};
const regionNames = Object.keys(clientsByRegion);

const slotMs = 5 * 60_000;
const slotsPerHour = 12;
/** Puerto Rico keeps this offset all year. */
const offsetMs = 4 * 3_600_000;

type Region = {
  name: string;
  totalClients: number;
  totalClientsWithoutService: number;
  totalClientsWithService: number;
  totalClientsAffectedByPlannedOutage?: number;
  percentageClientsWithoutService: number;
  percentageClientsWithService: number;
};

/** A number in [0, 1) that only depends on its arguments. */
const seededRandom = (...seed: (string | number)[]): number => {
  let hash = 2_166_136_261;
  for (const character of seed.join("/")) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
};

/** Moves smoothly from one hour's number to the next. */
const drift = (name: string, slot: number): number => {
  const hour = Math.floor(slot / slotsPerHour);
  const way = (slot % slotsPerHour) / slotsPerHour;
  return seededRandom(name, hour) * (1 - way) + seededRandom(name, hour + 1) * way;
};

/** A line fails now and then, and its clients come back over three hours. */
const lineFailure = (name: string, slot: number): number => {
  const span = 3 * slotsPerHour;
  const since = (slot % span) / span;
  const draw = seededRandom("line", name, Math.floor(slot / span));
  return draw > 0.9 ? (draw - 0.9) * 25 * (1 - since) ** 2 : 0;
};

const localHour = (slot: number): number => ((slot * slotMs - offsetMs) / 3_600_000) % 24;

const regionAt = (name: string, slot: number): Region => {
  const totalClients = clientsByRegion[name] ?? 0;
  const hour = localHour(slot);
  // Afternoon showers are when the trees touch the lines.
  const afternoon = Math.max(0, Math.sin(((hour - 10) / 12) * Math.PI));
  const percent =
    0.04 + 0.28 * drift(name, slot) + 0.2 * afternoon * drift(`rain ${name}`, slot) + lineFailure(name, slot);
  const jitter = Math.floor(seededRandom("jitter", name, slot) * 30);
  const without = Math.round((totalClients * percent) / 100) + jitter;
  const crewsWork = hour >= 8 && hour < 16;
  const planned = crewsWork
    ? Math.floor(without * 0.35 * seededRandom("crew", name, Math.floor(slot / 48)))
    : 0;
  return {
    name,
    totalClients,
    totalClientsWithoutService: without,
    totalClientsWithService: totalClients - without,
    // LUMA leaves it out of old answers; here it is left out where there is nothing to count.
    ...(planned > 0 ? { totalClientsAffectedByPlannedOutage: planned } : {}),
    percentageClientsWithoutService: percentage(without, totalClients),
    percentageClientsWithService: percentage(totalClients - without, totalClients),
  };
};

const percentage = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 100;

/** `MM/DD/YYYY hh:mm AM`, on the clock of Puerto Rico. */
const formatTimestamp = (slot: number): string => {
  const local = new Date(slot * slotMs - offsetMs);
  const two = (value: number) => String(value).padStart(2, "0");
  const date = `${two(local.getUTCMonth() + 1)}/${two(local.getUTCDate())}/${local.getUTCFullYear()}`;
  const hours = local.getUTCHours();
  return `${date} ${two(hours % 12 || 12)}:${two(local.getUTCMinutes())} ${hours < 12 ? "AM" : "PM"}`;
};

/** What LUMA would have said at this moment: always the same for the same five minutes. */
export const outagesAt = (now: Date) => {
  const slot = Math.floor(now.getTime() / slotMs);
  const regions = regionNames
    .toSorted((one, other) => seededRandom("order", one, slot) - seededRandom("order", other, slot))
    .map((name) => regionAt(name, slot));
  const sum = (count: (region: Region) => number) => regions.reduce((all, region) => all + count(region), 0);
  const totalClients = sum((region) => region.totalClients);
  const without = sum((region) => region.totalClientsWithoutService);
  return {
    regions,
    totals: {
      totalClients,
      totalClientsWithoutService: without,
      totalClientsWithService: totalClients - without,
      totalClientsAffectedByPlannedOutage: sum((region) => region.totalClientsAffectedByPlannedOutage ?? 0),
      totalPercentageWithoutService: percentage(without, totalClients),
      totalPercentageWithService: percentage(totalClients - without, totalClients),
    },
    timestamp: formatTimestamp(slot),
  };
};
