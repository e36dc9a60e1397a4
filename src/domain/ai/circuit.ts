/** A vendor that failed often in a short time is not called for a while. */
type Circuit = { failedAt: readonly number[]; openUntil: number };

const maxFailures = 3;
const windowMs = 60_000;
const openMs = 60_000;

/** Older calls do not matter. */
export const circuitMemoryMs = windowMs + openMs;

/** Whether the vendor of these calls, oldest first, is not to be called now. One success forgets the failures. */
export const isCircuitOpen = (calls: readonly { at: number; failed: boolean }[], now: number): boolean => {
  const afterCall = (circuit: Circuit, { at, failed }: { at: number; failed: boolean }): Circuit => {
    if (!failed) return { failedAt: [], openUntil: 0 };
    const failedAt = [...circuit.failedAt.filter((earlier) => earlier > at - windowMs), at];
    return failedAt.length < maxFailures
      ? { failedAt, openUntil: circuit.openUntil }
      : { failedAt: [], openUntil: at + openMs };
  };
  return now < calls.reduce<Circuit>(afterCall, { failedAt: [], openUntil: 0 }).openUntil;
};
