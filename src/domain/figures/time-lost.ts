import { sumFigure } from "./figure.ts";

/** How long all messages that were held and left later waited together. */
export const timeLost = sumFigure({ metric: "waited", unit: "seconds", behind: "messages", good: "less" });
