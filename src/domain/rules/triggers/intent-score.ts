import { scoreTrigger } from "./score.ts";

export const intentScore = scoreTrigger("intent_score", "intent", ({ intent }) => intent);
