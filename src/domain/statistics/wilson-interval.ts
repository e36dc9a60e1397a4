/** Of 95 % of a normal distribution. */
const deviations = 1.959964;

/** The interval that contains the true share with 95 % probability (Wilson), between 0 and 1. */
export const wilsonInterval = (share: number, count: number): { lower: number; upper: number } => {
  if (count <= 0) return { lower: 0, upper: 1 };
  const squared = deviations ** 2;
  const scale = 1 + squared / count;
  const center = (share + squared / (2 * count)) / scale;
  const half =
    (deviations * Math.sqrt((share * (1 - share)) / count + squared / (4 * count * count))) / scale;
  return { lower: Math.max(0, center - half), upper: Math.min(1, center + half) };
};
