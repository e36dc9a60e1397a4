import { shareFigure } from "./figure.ts";

/** Of people who waited equally long for the first message, those who are converted. */
export const paceConversion = shareFigure({
  metric: "pace_converted",
  of: "pace",
  behind: "people",
  good: "more",
});
