import { durationFigure } from "./figure.ts";

/** Messages that were held and left later: how long they waited, by the first reason. */
export const waited = durationFigure({ metric: "waited", behind: "messages", good: "less" });
