import { shareFigure } from "./figure.ts";

/** People who no longer want messages, against messages that were handed to vendors in the same time. */
export const optOuts = shareFigure({ metric: "opt_out", of: "handed", behind: "people", good: "less" });
