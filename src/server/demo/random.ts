export type DemoRandom = {
  /** In [0, 1). */
  unit: () => number;
  pick: <T>(list: readonly T[]) => T;
  /** An entry with a probability in proportion to its share. */
  pickWeighted: <T>(shares: readonly (readonly [T, number])[]) => T;
};

/** Reproducible pseudo-random numbers (mulberry32). */
export const createRandom = (seed: number): DemoRandom => {
  let state = seed;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(unit() * list.length)] as T;
  return {
    unit,
    pick,
    pickWeighted: (shares) => {
      let left = unit() * shares.reduce((sum, [, share]) => sum + share, 0);
      for (const [item, share] of shares) {
        left -= share;
        if (left < 0) return item;
      }
      throw new Error("There is nothing to pick from");
    },
  };
};

/** The list in a random order. */
export const shuffle = <T>(list: readonly T[], { unit }: DemoRandom): T[] =>
  list
    .map((item) => ({ item, rank: unit() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

/** Whole parts in proportion to the weights, whose sum is the count. */
export const splitCount = (count: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight) => {
    const start = Math.round((count * before) / total);
    before += weight;
    return Math.round((count * before) / total) - start;
  });
};
