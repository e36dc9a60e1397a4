/** Of 95 % of a normal distribution. */
const deviations = 1.959964;

/** The interval that contains the true share with 95 % probability (Wilson), between 0 and 1. */
export const wilsonInterval = (share: number, count: number): { lower: number; upper: number } => {
  if (count <= 0) return { lower: 0, upper: 1 };
  const squared = deviations ** 2;
  const scale = 1 + squared / count;
  const centre = (share + squared / (2 * count)) / scale;
  const half =
    (deviations * Math.sqrt((share * (1 - share)) / count + squared / (4 * count * count))) / scale;
  return { lower: Math.max(0, centre - half), upper: Math.min(1, centre + half) };
};

export type ComparedGroup = { reached: number; of: number };
export type ShareDifference = { difference: number; lower: number; upper: number };

/** Smaller groups say nothing, whatever their shares are. */
export const fewestToCompare = 10;

/**
 * The share of the first group less that of the second, with its 95 % interval (Newcombe, from both Wilson intervals),
 * which also holds for shares of 0 and 1. Null where a group is too small.
 */
export const compareShares = (first: ComparedGroup, second: ComparedGroup): ShareDifference | null => {
  if (Math.min(first.of, second.of) < fewestToCompare) return null;
  const [a, b] = [first.reached / first.of, second.reached / second.of];
  const [own, other] = [wilsonInterval(a, first.of), wilsonInterval(b, second.of)];
  const difference = a - b;
  return {
    difference,
    lower: difference - Math.hypot(a - own.lower, other.upper - b),
    upper: difference + Math.hypot(own.upper - a, b - other.lower),
  };
};
