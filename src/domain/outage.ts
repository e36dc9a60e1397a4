/** The share of clients without service, in percent, as a badge colours it. */
export const outageLevel = (percentWithout: number): "ok" | "warn" | "bad" =>
  percentWithout < 0.5 ? "ok" : percentWithout < 2 ? "warn" : "bad";

/** After this the last good answer is shown as stale. */
export const outageStaleMs = 15 * 60_000;
export const outageRefetchMs = 300_000;
