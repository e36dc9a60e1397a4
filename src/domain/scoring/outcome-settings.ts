import * as z from "zod";

export const minOutcomeDays = 1;
export const maxOutcomeDays = 180;

const days = z.int().min(minOutcomeDays).max(maxOutcomeDays);

/** Within how many days after the scoring the outcome must happen. */
export const outcomeSettings = z.strictObject({
  intent: days.default(7),
  propensity: days.default(60),
  churn: days.default(60),
});
export type OutcomeDays = z.infer<typeof outcomeSettings>;
export const defaultOutcomeDays: OutcomeDays = outcomeSettings.parse({});
