import { shareFigure } from "./figure.ts";

/** Of messages that were handed to a vendor, those that a vendor refused or could not deliver. */
export const failed = shareFigure({ metric: "failed", of: "handed", behind: "messages", good: "less" });
