/** How fast a way of sending is used. Instants are milliseconds since 1970. */
export type SendRate = {
  /** When the next send would be due, were they spread evenly. */
  nextAt: number;
  /** The vendor asked for a rest until then. */
  pausedUntil: number | null;
};

export const isPaused = ({ pausedUntil }: SendRate, now: number): boolean =>
  pausedUntil !== null && pausedUntil > now;

/**
 * The next free place, and the pace once it is taken: now, or the instant at which it is somebody's turn. A tenth of
 * a second's worth may go at once, so that what comes rarely never waits.
 */
export const reserveSlot = (
  pace: SendRate,
  perSecond: number,
  now: number,
): { at: number; pace: SendRate } => {
  const interval = 1000 / perSecond;
  const atOnce = Math.max(1, Math.floor(perSecond / 10));
  const due = Math.max(pace.nextAt, now);
  const at = Math.max(now, due - (atOnce - 1) * interval);
  return { at, pace: { ...pace, nextAt: due + interval } };
};

/** Those who were asked for, or answer somebody, do not stand behind a campaign; they count all the same. */
export const countUnqueued = (pace: SendRate, perSecond: number, now: number): SendRate => ({
  ...pace,
  nextAt: Math.max(pace.nextAt, now) + 1000 / perSecond,
});
