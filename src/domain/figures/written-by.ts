import { countFigure } from "./figure.ts";

/** Messages that a user wrote and that left. */
export const writtenBy = countFigure({ metric: "sent_by", behind: "messages", good: "neither" });
