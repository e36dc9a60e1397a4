const levels = 5;

/** The lower limits of the shades: they grow by the same factor, because a few areas hold most people. */
export const shadeLimits = (max: number): number[] => {
  if (max <= 0) return [];
  if (max <= levels) return Array.from({ length: max }, (_, index) => index + 1);
  const limits = Array.from({ length: levels }, (_, index) => Math.round(max ** (index / levels)));
  return [...new Set(limits)];
};

/** Which shade a count has: 0 is none. */
export const shadeOf = (count: number, limits: readonly number[]): number =>
  limits.filter((limit) => count >= limit).length;
