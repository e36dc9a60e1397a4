import { durationFigure } from "./figure.ts";

/** The same for each user who answered. */
export const answerTimeBy = durationFigure({
  metric: "answer_by",
  behind: "conversations",
  good: "less",
});
