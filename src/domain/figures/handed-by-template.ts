import { countFigure } from "./figure.ts";

/** Messages that were handed to a vendor, by its template. */
export const handedByTemplate = countFigure({
  metric: "handed_by_template",
  behind: "messages",
  good: "neither",
});
