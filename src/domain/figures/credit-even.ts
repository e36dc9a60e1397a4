import { sumFigure } from "./figure.ts";

/** New people who are converted, shared equally among all messages and calls of the 30 days before, by their channels. */
export const creditEven = sumFigure({
  metric: "credit_even",
  unit: "count",
  behind: "people",
  good: "more",
});
