/** Milliseconds of a timestamp in seconds or in milliseconds. */
export const readTimestamp = (text: string | undefined): number | undefined => {
  if (!text || !/^\d{1,14}$/.test(text)) return undefined;
  const value = Number(text);
  return text.length > 11 ? value : value * 1000;
};

/** Old deliveries cannot be sent again later, nor be made today for some other day. */
export const isFresh = (at: number, now: number, toleranceSeconds: number): boolean =>
  Math.abs(now - at) <= toleranceSeconds * 1000;
