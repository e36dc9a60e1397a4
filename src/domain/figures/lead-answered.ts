import { shareFigure } from "./figure.ts";

/** Of new people, those who wrote after our first message. */
export const leadAnswered = shareFigure({
  metric: "lead_answered",
  of: "lead",
  behind: "people",
  good: "more",
});
