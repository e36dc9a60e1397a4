import { durationFigure } from "./figure.ts";

/** From the opening of a conversation to the first answer by a user; answers of machines do not count. */
export const firstAnswer = durationFigure({
  metric: "first_answer",
  behind: "conversations",
  good: "less",
});
