/** Maps a value of the domain to a position of the range. */
export const linearScale =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    to === from ? start : start + ((value - from) / (to - from)) * (end - start);

const niceSteps = [1, 2, 4, 5, 6, 8, 10];

/** The smallest round number that is at least the value, so that half of it is a readable tick too. */
export const roundUp = (value: number): number => {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  return (niceSteps.find((step) => step * power >= value) ?? 10) * power;
};

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

/** How far a factor lies from 1 beside the strongest one, between -1 and 1, on a logarithmic scale. */
export const logShare = (factor: number, strongest: number): number => {
  const most = Math.abs(Math.log(strongest));
  if (!(factor > 0) || most === 0 || !Number.isFinite(most)) return 0;
  return Math.max(-1, Math.min(1, Math.log(factor) / most));
};
