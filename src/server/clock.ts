/** The time in milliseconds since 1970: the system's, or that of a replay. */
export type Clock = { now: () => number };

export const systemClock: Clock = { now: () => Date.now() };
