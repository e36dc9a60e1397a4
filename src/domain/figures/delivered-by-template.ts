import { shareFigure } from "./figure.ts";

/** The share that was delivered, by its template. */
export const deliveredByTemplate = shareFigure({
  metric: "delivered_by_template",
  of: "handed_by_template",
  behind: "messages",
  good: "more",
});
