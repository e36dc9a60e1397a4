import { defineScoreTrigger } from "./score.ts";

export const churnRiskTrigger = defineScoreTrigger("churn_risk", "churn");
