import { shareFigure } from "./figure.ts";

/** People who no longer want messages, against messages that left in the same time. */
export const optOuts = shareFigure({ metric: "opt_out", of: "left", behind: "people", good: "less" });
