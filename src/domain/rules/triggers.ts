import type { TriggerKind } from "./kinds.ts";
import { churnRiskTrigger } from "./triggers/churn-risk.ts";
import { eventTrigger } from "./triggers/event.ts";
import { intentScoreTrigger } from "./triggers/intent-score.ts";
import { propensityScoreTrigger } from "./triggers/propensity-score.ts";
import { signalTrigger } from "./triggers/signal.ts";

/** Every kind of trigger. A new one needs its file, its name in `rule.ts` and a line here. */
export const triggerKinds = [
  intentScoreTrigger,
  propensityScoreTrigger,
  churnRiskTrigger,
  eventTrigger,
  signalTrigger,
] as const satisfies readonly TriggerKind[];
