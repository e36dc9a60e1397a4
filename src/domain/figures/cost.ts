import { moneyFigure } from "./figure.ts";

/** What vendors charged in the period: messages, calls and models, by the first source of the person. */
export const cost = moneyFigure({ metric: "cost", behind: "people", good: "less" });
