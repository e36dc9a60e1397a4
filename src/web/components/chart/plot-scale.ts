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

/** How far a factor lies from 1 beside the strongest one, between -1 and 1, on a logarithmic scale. */
export const logShare = (factor: number, strongest: number): number => {
  const most = Math.abs(Math.log(strongest));
  if (!(factor > 0) || most === 0 || !Number.isFinite(most)) return 0;
  return Math.max(-1, Math.min(1, Math.log(factor) / most));
};
