/** Clients of each region. LUMA's figure is constant. */
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
/** Puerto Rico has no daylight saving time. */
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

/** A number in [0, 1) that depends only on the arguments. */
const seededRandom = (...seed: (string | number)[]): number => {
  let hash = 2_166_136_261;
  for (const character of seed.join("/")) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
};

/** Interpolates between the random numbers of two hours. */
const drift = (name: string, slot: number): number => {
  const hour = Math.floor(slot / slotsPerHour);
  const progress = (slot % slotsPerHour) / slotsPerHour;
  return seededRandom(name, hour) * (1 - progress) + seededRandom(name, hour + 1) * progress;
};

/** Occasional line failures, each repaired over three hours. In percent of the clients. */
const lineFailure = (name: string, slot: number): number => {
  const span = 3 * slotsPerHour;
  const elapsed = (slot % span) / span;
  const draw = seededRandom("line", name, Math.floor(slot / span));
  return draw > 0.9 ? (draw - 0.9) * 25 * (1 - elapsed) ** 2 : 0;
};

const localHour = (slot: number): number => ((slot * slotMs - offsetMs) / 3_600_000) % 24;

const regionAt = (name: string, slot: number): Region => {
  const totalClients = clientsByRegion[name] ?? 0;
  const hour = localHour(slot);
  // Outages peak with the afternoon rain.
  const afternoon = Math.max(0, Math.sin(((hour - 10) / 12) * Math.PI));
  const percent =
    0.04 + 0.28 * drift(name, slot) + 0.2 * afternoon * drift(`rain ${name}`, slot) + lineFailure(name, slot);
  const jitter = Math.floor(seededRandom("jitter", name, slot) * 30);
  const without = Math.round((totalClients * percent) / 100) + jitter;
  const isWorkingHours = hour >= 8 && hour < 16;
  const planned = isWorkingHours
    ? Math.floor(without * 0.35 * seededRandom("crew", name, Math.floor(slot / 48)))
    : 0;
  return {
    name,
    totalClients,
    totalClientsWithoutService: without,
    totalClientsWithService: totalClients - without,
    // Optional in LUMA's responses, too.
    ...(planned > 0 ? { totalClientsAffectedByPlannedOutage: planned } : {}),
    percentageClientsWithoutService: percentage(without, totalClients),
    percentageClientsWithService: percentage(totalClients - without, totalClients),
  };
};

const percentage = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 100;

/** `MM/DD/YYYY hh:mm AM`, in the time of Puerto Rico. */
const formatTimestamp = (slot: number): string => {
  const local = new Date(slot * slotMs - offsetMs);
  const pad = (value: number) => String(value).padStart(2, "0");
  const date = `${pad(local.getUTCMonth() + 1)}/${pad(local.getUTCDate())}/${local.getUTCFullYear()}`;
  const hours = local.getUTCHours();
  return `${date} ${pad(hours % 12 || 12)}:${pad(local.getUTCMinutes())} ${hours < 12 ? "AM" : "PM"}`;
};

/** LUMA's response at this time. It is constant within each slot of five minutes. */
export const outagesAt = (now: Date) => {
  const slot = Math.floor(now.getTime() / slotMs);
  const regions = regionNames
    .toSorted((a, b) => seededRandom("order", a, slot) - seededRandom("order", b, slot))
    .map((name) => regionAt(name, slot));
  const sum = (count: (region: Region) => number) =>
    regions.reduce((total, region) => total + count(region), 0);
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
