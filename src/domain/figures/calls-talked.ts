import { durationFigure } from "./figure.ts";

/** Calls that ended, by who spoke for the business, and how long they took. */
export const callsTalked = durationFigure({ metric: "call", behind: "calls", good: "neither" });
