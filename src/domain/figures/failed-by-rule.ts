import { shareFigure } from "./figure.ts";

/** The share that was refused or not delivered, by the rule, sequence or broadcast that sent it. */
export const failedByRule = shareFigure({
  metric: "failed_by_rule",
  of: "handed_by_rule",
  behind: "messages",
  good: "less",
});
