import { countFigure } from "./figure.ts";

/** People who were added, by the day on which they were, and by their first source. */
export const newLeads = countFigure({ metric: "lead", behind: "people", good: "more" });
