import type { TrainingTable } from "./table.ts";

/** A reproducible sequence of numbers in [0, 1). */
export const seedSequence = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    // A Weyl sequence, mixed by two rounds of multiply and shift.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
};

export const shuffleRows = (rows: Uint32Array, next: () => number): Uint32Array => {
  for (let last = rows.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    const row = rows[last] as number;
    rows[last] = rows[other] as number;
    rows[other] = row;
  }
  return rows;
};

/** At most `count` of the rows, chosen at random and in their own order. */
export const sampleRows = (rows: Uint32Array, count: number, seed: number): Uint32Array =>
  rows.length <= count ? rows : shuffleRows(rows.slice(), seedSequence(seed)).slice(0, count).sort();

export const allRows = (count: number): Uint32Array => {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
};

/** Rows to train on and rows to judge the result by. */
export type RowSplit = { train: Uint32Array; test: Uint32Array };
export type TableSplits = { splits: RowSplit[]; isForward: boolean };

const foldCount = 5;
/** Above this number of rows one held-out part is precise enough. */
const singleSplitRows = 50_000;

/** Folds with the same share of outcomes in each. */
export const stratifiedFolds = (labels: Uint8Array, seed: number): Uint8Array => {
  const next = seedSequence(seed);
  const folds = new Uint8Array(labels.length);
  let dealt = 0;
  for (const label of [0, 1]) {
    const rows = allRows(labels.length).filter((row) => labels[row] === label);
    for (const row of shuffleRows(rows, next)) {
      folds[row] = dealt % foldCount;
      dealt += 1;
    }
  }
  return folds;
};

/** Growing windows: each part after the second is judged by a model of everything before it. */
export const forwardSplits = (times: Float64Array, isSingle = false): RowSplit[] => {
  const order = allRows(times.length).sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
  // Rows of one instant stay on one side.
  const boundary = (share: number): number => {
    let at = Math.floor(share * order.length);
    while (at > 0 && at < order.length && times[order[at] as number] === times[order[at - 1] as number])
      at += 1;
    return at;
  };
  const shares = isSingle ? [0.8] : [0.4, 0.6, 0.8];
  return shares
    .map((share, index) => {
      const start = boundary(share);
      return { train: order.slice(0, start), test: order.slice(start, boundary(shares[index + 1] ?? 1)) };
    })
    .filter(({ train, test }) => train.length > 0 && test.length > 0);
};

/** Forward in time where the rows have instants, otherwise by stratified folds. */
export const splitTable = ({ labels, times }: TrainingTable, seed: number): TableSplits => {
  const isSingle = labels.length > singleSplitRows;
  const forward = times ? forwardSplits(times, isSingle) : [];
  if (forward.length > 0) return { splits: forward, isForward: true };
  const folds = stratifiedFolds(labels, seed);
  const splits = Array.from({ length: isSingle ? 1 : foldCount }, (_, fold) => ({
    train: allRows(labels.length).filter((row) => folds[row] !== fold),
    test: allRows(labels.length).filter((row) => folds[row] === fold),
  }));
  return {
    splits: splits.filter(({ train, test }) => train.length > 0 && test.length > 0),
    isForward: false,
  };
};
