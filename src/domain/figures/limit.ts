import { type Figure, fewestForShare, type Measured } from "./figure.ts";
import { type FigureName, figures } from "./figures.ts";

export const limitSides = ["above", "below"] as const;
export type LimitSide = (typeof limitSides)[number];

export type Limit = { figure: FigureName; side: LimitSide; value: number; days: number; fewest: number };

export const mostLimitDays = 90;

/**
 * How many rows a figure rests on. A share rests on its whole, a number of rows on nothing: none of them is a sample of
 * others.
 */
const sampleOf = ({ unit }: Figure, { count }: Measured, whole: number): number =>
  unit === "share" ? whole : unit === "count" ? Number.POSITIVE_INFINITY : count;

/** Undefined where too few rows were counted to say it. */
export const isCrossed = (
  { figure, side, value, fewest }: Limit,
  measured: Measured,
  /** How many rows a share is one of. */
  whole: number,
): boolean | undefined => {
  if (measured.value === null) return undefined;
  const least = figures[figure].unit === "share" ? Math.max(fewest, fewestForShare) : fewest;
  if (sampleOf(figures[figure], measured, whole) < least) return undefined;
  return side === "above" ? measured.value > value : measured.value < value;
};

export type LimitChange = "crossed" | "recovered" | undefined;

/** What a look at a limit changes. Too few rows change nothing, so that a quiet night neither alarms nor recovers. */
export const limitChange = (wasCrossed: boolean, now: boolean | undefined): LimitChange => {
  if (now === undefined || now === wasCrossed) return undefined;
  return now ? "crossed" : "recovered";
};
