import { durationFigure } from "./figure.ts";

/** The same for each user who gave the first answer. */
export const firstAnswerBy = durationFigure({
  metric: "first_answer_by",
  behind: "conversations",
  good: "less",
});
