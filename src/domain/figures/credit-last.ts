import { countFigure } from "./figure.ts";

/** New people who are converted, by the channel of the last message or call before, in or out. */
export const creditLast = countFigure({ metric: "credit_last", behind: "people", good: "more" });
