import { durationFigure } from "./figure.ts";

/** From the first message that waited for an answer to the answer by a user, in business hours alone. */
export const answerTimeOpen = durationFigure({
  metric: "answer_open",
  behind: "conversations",
  good: "less",
});
