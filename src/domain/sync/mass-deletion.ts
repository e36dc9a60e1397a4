/** Deletions at a vendor that were carried over since an instant, in milliseconds. */
export type DeletionTally = {
  startedAt?: number;
  carried?: number;
  /** An operator confirmed the contacts that were missing until then. */
  confirmedAt?: number;
};

const windowMs = 86_400_000;
const leastLimit = 5;
const mostLimit = 1000;
const share = 0.1;

/** How many deletions a day are carried over without an operator: a tenth of the linked people, within bounds. */
export const deletionLimit = (linked: number): number =>
  Math.min(mostLimit, Math.max(leastLimit, Math.floor(linked * share)));

const carriedToday = ({ startedAt = 0, carried = 0 }: DeletionTally, now: number): number =>
  now - startedAt < windowMs ? carried : 0;

/** Whether so many more missing contacts look like an error or an accident rather than like daily work. */
export const isMassDeletion = (
  tally: DeletionTally,
  { missing, linked }: { missing: number; linked: number },
  now: number,
): boolean => {
  const carried = carriedToday(tally, now);
  // Those that were carried over today were linked before.
  return missing > 0 && carried + missing > deletionLimit(linked + carried);
};

/** Counts deletions that were carried over; those that an operator confirmed are not counted. */
export const addCarried = (tally: DeletionTally, count: number, now: number): DeletionTally => {
  const carried = carriedToday(tally, now);
  return {
    ...tally,
    startedAt: carried === 0 ? now : (tally.startedAt ?? now),
    carried: carried + count,
  };
};
