export const trainingStates = ["waiting", "running", "succeeded", "failed"] as const;
export type TrainingState = (typeof trainingStates)[number];

/** The steps of a training in their order. */
export const trainingStages = ["reading", "intent", "propensity", "churn", "saving"] as const;
export type TrainingStage = (typeof trainingStages)[number];

/** Which windows an outcome was looked for in: those that are over, or also those that are still open. */
export const outcomeBases = ["complete", "so_far"] as const;
