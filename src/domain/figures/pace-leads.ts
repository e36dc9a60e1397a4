import { countFigure } from "./figure.ts";

/** New people with a source, by how long they waited for the first message. */
export const paceLeads = countFigure({ metric: "pace", behind: "people", good: "neither" });
