import { shareFigure } from "./figure.ts";

/** Of messages that were handed to a vendor, those whose outcome no vendor told. */
export const unknown = shareFigure({ metric: "unknown", of: "handed", behind: "messages", good: "less" });
