import { countFigure } from "./figure.ts";

/** Calls that a user began. */
export const callsBy = countFigure({ metric: "called_by", behind: "messages", good: "neither" });
