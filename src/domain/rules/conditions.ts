import { consent } from "./conditions/consent.ts";
import { status } from "./conditions/status.ts";
import { tag } from "./conditions/tag.ts";
import { timeWindow } from "./conditions/time-window.ts";
import type { ConditionKind } from "./kinds.ts";

/** Every kind of condition. Add one: a file, its name in `rule.ts`, and a line here. */
export const conditionKinds = [consent, timeWindow, tag, status] as const satisfies readonly ConditionKind[];
