import { countFigure } from "./figure.ts";

/** Messages that will not leave: stopped or taken back, by the first reason. */
export const notSent = countFigure({ metric: "not_sent", behind: "messages", good: "less" });
