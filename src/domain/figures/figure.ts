import { wilsonInterval } from "#domain/compare-shares.ts";
import { quantile } from "./duration-bands.ts";
import type { Metric } from "./metrics.ts";
import { sumOf, type Tally } from "./tally.ts";

export const figureUnits = ["count", "seconds", "share", "dollars"] as const;
export type FigureUnit = (typeof figureUnits)[number];

/** What a number opens. */
export const behindKinds = ["people", "conversations", "messages", "tasks", "calls"] as const;
export type Behind = (typeof behindKinds)[number];

/** A number of a report. Values are null where nothing was counted. */
export type Measured = {
  /** The count, the median, the share from 0 to 1, or the dollars. */
  value: number | null;
  /** How many it rests on. */
  count: number;
  /** Of durations: 9 of 10 are shorter. */
  p90: number | null;
  mean: number | null;
  /** The 95 % interval of a share. */
  low: number | null;
  high: number | null;
};

/** What is counted, in which unit, and what is behind it. `metric` is whose rows the number opens. */
export type Figure = {
  unit: FigureUnit;
  metric: Metric;
  /** The metric of which it is a share, or by whose count it is divided. */
  of?: Metric;
  behind: Behind;
  /** Whether more is better, worse, or neither. */
  good: "more" | "less" | "neither";
  measure: (tally: Tally) => Measured;
};

const nothing: Measured = { value: null, count: 0, p90: null, mean: null, low: null, high: null };

/** Smaller groups have no share: their numbers are shown instead. */
export const fewestForShare = 10;

type Named = Pick<Figure, "metric" | "behind" | "good">;

export const countFigure = (named: Named): Figure => ({
  ...named,
  unit: "count",
  measure: (tally) => {
    const { count } = sumOf(tally, named.metric);
    return { ...nothing, value: count, count };
  },
});

/** The sum of seconds, or of parts that rows count for. */
export const sumFigure = ({ unit, ...named }: Named & { unit: "count" | "seconds" }): Figure => ({
  ...named,
  unit,
  measure: (tally) => {
    const { amount, count } = sumOf(tally, named.metric);
    return {
      ...nothing,
      value: unit === "seconds" && count === 0 ? null : Math.round(amount * 10) / 10,
      count,
    };
  },
});

/** The median of durations, with p90 and mean. */
export const durationFigure = (named: Named): Figure => ({
  ...named,
  unit: "seconds",
  measure: (tally) => {
    const { count, amount, bands } = sumOf(tally, named.metric);
    if (count <= 0) return nothing;
    return {
      ...nothing,
      value: quantile(bands, 0.5),
      count,
      p90: quantile(bands, 0.9),
      mean: amount / count,
    };
  },
});

/** A share of rows of another metric, with its 95 % interval; null where these are too few. */
export const shareFigure = (named: Named & { of: Metric }): Figure => ({
  ...named,
  unit: "share",
  measure: (tally) => {
    const { count } = sumOf(tally, named.metric);
    const of = sumOf(tally, named.of).count;
    if (of < fewestForShare) return { ...nothing, count };
    // What is counted of rows that are still being counted may be ahead of them.
    const share = Math.min(1, count / of);
    const { lower, upper } = wilsonInterval(share, of);
    return { ...nothing, value: share, count, low: lower, high: upper };
  },
});

/** Dollars of a metric, all of them or for each row of another metric. */
export const moneyFigure = (named: Named & { of?: Metric }): Figure => ({
  ...named,
  unit: "dollars",
  measure: (tally) => {
    const { amount, count } = sumOf(tally, named.metric);
    if (named.of === undefined) return { ...nothing, value: amount, count };
    const of = sumOf(tally, named.of).count;
    return { ...nothing, value: of > 0 ? amount / of : null, count: of };
  },
});
