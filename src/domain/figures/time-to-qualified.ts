import { durationFigure } from "./figure.ts";

/** From the arrival of a person to the first change of their stage to Qualified or a later one. */
export const timeToQualified = durationFigure({
  metric: "time_to_qualified",
  behind: "people",
  good: "less",
});
