import { defineScoreTrigger } from "./score.ts";

export const intentScoreTrigger = defineScoreTrigger("intent_score", "intent");
