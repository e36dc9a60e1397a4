/** So many requests within any span of that length. */
export type RateLimit = { requests: number; perMs: number };

/**
 * Takes the next free slot of a rate limit, given when earlier slots were taken. Returns how long to wait, and the slots
 * that still count.
 */
export const takeSlot = (
  used: readonly number[],
  { requests, perMs }: RateLimit,
  now: number,
): { waitMs: number; used: number[] } => {
  const counting = used.filter((at) => at > now - perMs);
  const oldest = counting.length >= requests ? counting[counting.length - requests] : undefined;
  const at = oldest === undefined ? now : Math.max(now, oldest + perMs);
  return { waitMs: at - now, used: [...counting, at] };
};
