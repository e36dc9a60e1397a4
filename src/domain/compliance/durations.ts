export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Whether an instant is less than `span` ago. Other systems' clocks may be up to a minute ahead. */
export const isRecent = (at: number | null | undefined, now: number, span: number): boolean =>
  at !== null && at !== undefined && now - at < span && at - now <= minuteMs;
