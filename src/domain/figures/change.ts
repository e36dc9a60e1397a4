import type { FigureUnit } from "./figure.ts";

/** How a number compares with the period before: in percent, as a plain difference in its unit, or with nothing. */
export type FigureChange =
  | { kind: "percent" | "difference"; size: number; isUp: boolean }
  | { kind: "new"; isUp: true };

/** Of a smaller base a percentage says nothing. */
const leastBase: Record<FigureUnit, number> = { count: 10, seconds: 1, share: 0, dollars: 1 };

/** From this many times the base on, a percentage cannot be pictured. */
const mostTimes = 10;

/** Undefined where nothing changed, or one of the two was not measured. */
export const changeOf = (
  unit: FigureUnit,
  now: number | null,
  before: number | null,
): FigureChange | undefined => {
  if (now === null || before === null || now === before) return undefined;
  const size = Math.abs(now - before);
  const isUp = now > before;
  if (before === 0) return unit === "count" || unit === "dollars" ? { kind: "new", isUp: true } : undefined;
  // Shares differ by points of percent.
  if (unit === "share") return { kind: "percent", size, isUp };
  return before < leastBase[unit] || size >= mostTimes * before
    ? { kind: "difference", size, isUp }
    : { kind: "percent", size: size / before, isUp };
};
