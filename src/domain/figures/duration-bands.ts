/**
 * Durations are counted in fixed bands, so that counts of any hours can be added. The limits in seconds lie close
 * together where people compare: minutes and hours. A duration belongs to the band whose lower limit it reaches.
 */
export const bandLimits = [
  1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1200, 1800, 2700, 3600, 5400,
  7200, 10_800, 14_400, 21_600, 28_800, 43_200, 57_600, 86_400, 129_600, 172_800, 259_200, 345_600, 604_800,
  864_000, 1_209_600, 1_814_400, 2_592_000, 5_184_000, 7_776_000, 15_552_000, 31_536_000,
] as const;

/** The band of a duration: 0 below the first limit. The database counts with `width_bucket` in the same way. */
export const bandOf = (seconds: number): number => {
  const above = bandLimits.findIndex((limit) => seconds < limit);
  return above < 0 ? bandLimits.length : above;
};

/** How many durations each band has. */
export type BandCounts = ReadonlyMap<number, number>;

/** Between the limits of a band, durations are taken as evenly spread on a logarithmic scale. */
const within = (band: number, part: number): number => {
  const upper = bandLimits[band];
  if (band === 0) return part * bandLimits[0];
  const lower = bandLimits[band - 1] ?? 0;
  return upper === undefined ? lower : lower * (upper / lower) ** part;
};

/** The duration that a share of all do not exceed; null where there is none. Exact at the limits of bands. */
export const quantile = (counts: BandCounts, share: number): number | null => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total <= 0) return null;
  const wanted = share * total;
  let passed = 0;
  const bands = [...counts].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
  for (const [band, count] of bands) {
    if (passed + count >= wanted) return within(band, (wanted - passed) / count);
    passed += count;
  }
  return within(bands.at(-1)?.[0] ?? 0, 1);
};
