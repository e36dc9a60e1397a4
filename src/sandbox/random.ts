export type Random = {
  /** In [0, 1). */
  next: () => number;
  between: (min: number, max: number) => number;
  seed: (seed: number) => void;
};

/** A seeded generator (mulberry32). */
export const createRandom = (initialSeed = 1): Random => {
  let state = initialSeed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    seed: (seed) => {
      state = seed >>> 0;
    },
  };
};
