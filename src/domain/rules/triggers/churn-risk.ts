import { scoreTrigger } from "./score.ts";

export const churnRisk = scoreTrigger("churn_risk", "churn", ({ churn }) => churn);
