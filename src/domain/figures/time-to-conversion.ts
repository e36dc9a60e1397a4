import { durationFigure } from "./figure.ts";

/** From the arrival of a person to their conversion. */
export const timeToConversion = durationFigure({
  metric: "lead_converted",
  behind: "people",
  good: "less",
});
