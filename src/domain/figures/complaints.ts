import { shareFigure } from "./figure.ts";

/** Reports as spam, against messages that were handed to vendors in the same time. */
export const complaints = shareFigure({ metric: "complaint", of: "handed", behind: "people", good: "less" });
