import { durationFigure } from "./figure.ts";

/** From the arrival of a person with a source to the first message or call that left for them, by hand or not. */
export const speedToLead = durationFigure({ metric: "speed_to_lead", behind: "people", good: "less" });
