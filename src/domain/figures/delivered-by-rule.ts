import { shareFigure } from "./figure.ts";

/** The share that was delivered, by the rule, sequence or broadcast that sent it. */
export const deliveredByRule = shareFigure({
  metric: "delivered_by_rule",
  of: "handed_by_rule",
  behind: "messages",
  good: "more",
});
