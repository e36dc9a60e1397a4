import { defineScoreTrigger } from "./score.ts";

export const propensityScoreTrigger = defineScoreTrigger("propensity_score", "propensity");
