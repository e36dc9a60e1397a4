import type { BandCounts } from "./duration-bands.ts";
import type { Metric } from "./metrics.ts";

/** Rows of one metric: how many, the sum of their seconds or dollars, and how many in each band of duration. */
export type Sum = { count: number; amount: number; bands: BandCounts };

/** What was counted for one row of a table, or for all of it. */
export type Tally = ReadonlyMap<Metric, Sum>;

/** As the database returns it: a metric of a dimension in one band; the band is null for what has no duration. */
export type CountedRow = {
  metric: Metric;
  dimension: string;
  band: number | null;
  count: number;
  amount: number;
};

export const noSum: Sum = { count: 0, amount: 0, bands: new Map() };

export const sumOf = (tally: Tally, metric: Metric): Sum => tally.get(metric) ?? noSum;

export const tallyOf = (rows: readonly CountedRow[]): Tally => {
  const sums = new Map<Metric, { count: number; amount: number; bands: Map<number, number> }>();
  for (const { metric, band, count, amount } of rows) {
    const sum = sums.get(metric) ?? { count: 0, amount: 0, bands: new Map<number, number>() };
    sums.set(metric, sum);
    sum.count += count;
    sum.amount += amount;
    if (band !== null) sum.bands.set(band, (sum.bands.get(band) ?? 0) + count);
  }
  return sums;
};

/** A tally for each dimension. */
export const talliesOf = (rows: readonly CountedRow[]): Map<string, Tally> =>
  new Map(
    [...Map.groupBy(rows, ({ dimension }) => dimension)].map(([dimension, own]) => [dimension, tallyOf(own)]),
  );
