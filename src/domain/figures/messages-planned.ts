import { countFigure } from "./figure.ts";

/** Messages and calls by the time at which they were written; test sends are not among them. */
export const messagesPlanned = countFigure({ metric: "message", behind: "messages", good: "neither" });
