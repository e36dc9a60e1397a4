import { durationFigure } from "./figure.ts";

/** From the opening of a conversation to its end, the time for which it was snoozed included. */
export const handled = durationFigure({ metric: "handled", behind: "conversations", good: "less" });
