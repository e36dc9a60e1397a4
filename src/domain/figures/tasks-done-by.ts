import { countFigure } from "./figure.ts";

/** Tasks that a user completed, by the time at which they did. */
export const tasksDoneBy = countFigure({ metric: "task_done_by", behind: "tasks", good: "neither" });
