import { shareFigure } from "./figure.ts";

/** The share that was refused or not delivered, by its template. */
export const failedByTemplate = shareFigure({
  metric: "failed_by_template",
  of: "handed_by_template",
  behind: "messages",
  good: "less",
});
