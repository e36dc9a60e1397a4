import { countFigure } from "./figure.ts";

/** New people who are converted, by the channel of the first message or call of the 30 days before, in or out. */
export const creditFirst = countFigure({ metric: "credit_first", behind: "people", good: "more" });
