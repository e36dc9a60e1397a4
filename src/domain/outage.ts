/** Badge level by the percentage of clients without service. */
export const outageLevel = (percentWithout: number): "ok" | "warn" | "bad" =>
  percentWithout < 0.5 ? "ok" : percentWithout < 2 ? "warn" : "bad";

/** Age after which the last successful response is shown as stale. */
export const outageStaleMs = 15 * 60_000;
export const outageRefetchMs = 300_000;

/** While a user has opened the page within this time, the product looks at the figures also without a visit. */
export const outageInterestMs = 7 * 86_400_000;
