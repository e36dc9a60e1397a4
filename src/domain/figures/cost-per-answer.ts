import { moneyFigure } from "./figure.ts";

/** The cost of the period for each person who came in it and answered. */
export const costPerAnswer = moneyFigure({
  metric: "cost",
  of: "lead_answered",
  behind: "people",
  good: "less",
});
