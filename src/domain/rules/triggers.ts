import type { TriggerKind } from "./kinds.ts";
import { churnRisk } from "./triggers/churn-risk.ts";
import { event } from "./triggers/event.ts";
import { intentScore } from "./triggers/intent-score.ts";
import { propensityScore } from "./triggers/propensity-score.ts";

/** Every kind of trigger. Add one: a file, its name in `rule.ts`, and a line here. */
export const triggerKinds = [
  intentScore,
  propensityScore,
  churnRisk,
  event,
] as const satisfies readonly TriggerKind[];
