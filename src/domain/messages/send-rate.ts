/** How fast a messenger is used. Instants are milliseconds since 1970. */
export type SendRate = {
  /** When the next send is due if all are spread evenly. */
  nextAt: number;
  /** The vendor asked not to send before this instant. */
  pausedUntil: number | null;
};

export const isPaused = ({ pausedUntil }: SendRate, now: number): boolean =>
  pausedUntil !== null && pausedUntil > now;

/**
 * The next free slot, and the rate once it is taken. A burst of a tenth of a second's worth is allowed, so that rare
 * sends never wait.
 */
export const reserveSlot = (
  rate: SendRate,
  perSecond: number,
  now: number,
): { at: number; rate: SendRate } => {
  const interval = 1000 / perSecond;
  const burst = Math.max(1, Math.floor(perSecond / 10));
  const due = Math.max(rate.nextAt, now);
  const at = Math.max(now, due - (burst - 1) * interval);
  return { at, rate: { ...rate, nextAt: due + interval } };
};

/** A send that does not wait behind a campaign still counts towards the rate. */
export const countUnqueued = (rate: SendRate, perSecond: number, now: number): SendRate => ({
  ...rate,
  nextAt: Math.max(rate.nextAt, now) + 1000 / perSecond,
});
