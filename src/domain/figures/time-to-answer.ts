import { durationFigure } from "./figure.ts";

/** From the arrival of a person to their first message after ours. */
export const timeToAnswer = durationFigure({ metric: "lead_answered", behind: "people", good: "less" });
