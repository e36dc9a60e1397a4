import { durationFigure } from "./figure.ts";

/** From the opening of a conversation to the first answer by a user, in business hours alone. */
export const firstAnswerOpen = durationFigure({
  metric: "first_answer_open",
  behind: "conversations",
  good: "less",
});
