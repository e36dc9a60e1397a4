import { moneyFigure } from "./figure.ts";

/** The cost of the period for each person who came in it and is converted. */
export const costPerConversion = moneyFigure({
  metric: "cost",
  of: "lead_converted",
  behind: "people",
  good: "less",
});
