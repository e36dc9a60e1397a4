import { durationFigure } from "./figure.ts";

/** From the first message that waited for an answer to the answer by a user, each time. */
export const answerTime = durationFigure({ metric: "answer", behind: "conversations", good: "less" });
