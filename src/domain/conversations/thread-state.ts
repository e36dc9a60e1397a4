export const threadStates = ["open", "snoozed", "closed"] as const;
export type ThreadState = (typeof threadStates)[number];

/** How an episode of a thread ended. */
export const episodeEnds = ["answered", "no_need", "auto", "merged"] as const;
export type EpisodeEnd = (typeof episodeEnds)[number];

export const messageDirections = ["in", "out", "note"] as const;
export type MessageDirection = (typeof messageDirections)[number];

/** What made a task. */
export const taskMakers = ["user", "rule", "handoff", "review", "agent"] as const;
export type TaskMaker = (typeof taskMakers)[number];
