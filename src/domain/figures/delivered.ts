import { shareFigure } from "./figure.ts";

/** Of messages that were handed to a vendor, those that a vendor reported as delivered or read. That a mail was opened is not looked at. */
export const delivered = shareFigure({ metric: "delivered", of: "handed", behind: "messages", good: "more" });
