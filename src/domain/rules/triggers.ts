import type { TriggerKind } from "./kinds.ts";
import { churnRiskTrigger } from "./triggers/churn-risk.ts";
import { eventTrigger } from "./triggers/event.ts";
import { intentScoreTrigger } from "./triggers/intent-score.ts";
import { personDateTrigger } from "./triggers/person-date.ts";
import { propensityScoreTrigger } from "./triggers/propensity-score.ts";
import { segmentEnteredTrigger } from "./triggers/segment-entered.ts";
import { segmentLeftTrigger } from "./triggers/segment-left.ts";
import { sequenceEndedTrigger } from "./triggers/sequence-ended.ts";
import { signalTrigger } from "./triggers/signal.ts";

/** Every kind of trigger. A new one needs its file, its name in `rule.ts` and a line here. */
export const triggerKinds = [
  intentScoreTrigger,
  propensityScoreTrigger,
  churnRiskTrigger,
  eventTrigger,
  signalTrigger,
  segmentEnteredTrigger,
  segmentLeftTrigger,
  personDateTrigger,
  sequenceEndedTrigger,
] as const satisfies readonly TriggerKind[];
