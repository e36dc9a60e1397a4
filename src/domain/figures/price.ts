import { moneyFigure } from "./figure.ts";

/** What vendors charged for the messages of the period. */
export const price = moneyFigure({ metric: "price", behind: "messages", good: "less" });
