import { durationFigure } from "./figure.ts";

/** From the arrival of a person with a source to the first message or call that a user made. */
export const speedToHuman = durationFigure({ metric: "speed_to_human", behind: "people", good: "less" });
