import { shareFigure } from "./figure.ts";

/** Reports as spam, against messages that left in the same time. */
export const complaints = shareFigure({ metric: "complaint", of: "left", behind: "people", good: "less" });
