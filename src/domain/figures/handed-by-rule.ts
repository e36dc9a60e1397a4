import { countFigure } from "./figure.ts";

/** Messages that were handed to a vendor, by the rule, sequence or broadcast that sent it. */
export const handedByRule = countFigure({
  metric: "handed_by_rule",
  behind: "messages",
  good: "neither",
});
