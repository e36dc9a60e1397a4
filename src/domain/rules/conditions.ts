import { consentCondition } from "./conditions/consent.ts";
import { scoreCondition } from "./conditions/score.ts";
import { segmentCondition } from "./conditions/segment.ts";
import { statusCondition } from "./conditions/status.ts";
import { tagCondition } from "./conditions/tag.ts";
import { timeWindowCondition } from "./conditions/time-window.ts";
import type { ConditionKind } from "./kinds.ts";

/** Every kind of condition. A new one needs its file, its name in `rule.ts` and a line here. */
export const conditionKinds = [
  consentCondition,
  timeWindowCondition,
  tagCondition,
  statusCondition,
  scoreCondition,
  segmentCondition,
] as const satisfies readonly ConditionKind[];
