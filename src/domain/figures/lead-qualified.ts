import { shareFigure } from "./figure.ts";

/** Of new people, those who reached the stage qualified or a later one. */
export const leadQualified = shareFigure({
  metric: "lead_qualified",
  of: "lead",
  behind: "people",
  good: "more",
});
