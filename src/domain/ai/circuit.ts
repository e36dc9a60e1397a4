/** A vendor that failed often in a short time is not called for a while. */
export type Circuit = { failedAt: readonly number[]; openUntil: number };

export const closedCircuit: Circuit = { failedAt: [], openUntil: 0 };

const maxFailures = 3;
const windowMs = 60_000;
const openMs = 60_000;

export const isOpen = (circuit: Circuit, now: number): boolean => now < circuit.openUntil;

/** The state after a call; one success forgets the failures. */
export const circuitAfter = (circuit: Circuit, succeeded: boolean, now: number): Circuit => {
  if (succeeded) return closedCircuit;
  const failedAt = [...circuit.failedAt.filter((at) => at > now - windowMs), now];
  return failedAt.length < maxFailures
    ? { failedAt, openUntil: circuit.openUntil }
    : { failedAt: [], openUntil: now + openMs };
};
