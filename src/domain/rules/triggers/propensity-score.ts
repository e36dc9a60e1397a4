import { scoreTrigger } from "./score.ts";

export const propensityScore = scoreTrigger("propensity_score", "propensity", ({ propensity }) => propensity);
