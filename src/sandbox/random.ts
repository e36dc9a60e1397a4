export type Random = {
  /** From 0 up to but not including 1. */
  next: () => number;
  between: (least: number, most: number) => number;
  seed: (seed: number) => void;
};

/** The same seed, the same run of luck (mulberry32). */
export const createRandom = (seed = 1): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    seed: (given) => {
      state = given >>> 0;
    },
  };
};
