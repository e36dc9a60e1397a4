import { createContext, useContext } from "react";
import type { ActionType } from "#domain/rules/rule.ts";

/** The forms that the wait before a step may have. */
export const waitModes = ["none", "for", "until", "both", "around", "event"] as const;
export type WaitMode = (typeof waitModes)[number];

/** What a list of steps does not offer. */
export type StepLimits = {
  types: readonly ActionType[];
  waits: readonly WaitMode[];
  /** From this place on, steps may have conditions, and questions may stand. */
  conditionsFrom: number;
  /** From this place on, steps may have a wait of their own. */
  waitsFrom: number;
};

const StepLimitsContext = createContext<StepLimits>({
  ...{ types: [], waits: [], conditionsFrom: 0, waitsFrom: 0 },
});
export const StepLimitsProvider = StepLimitsContext.Provider;
export const useStepLimits = (): StepLimits => useContext(StepLimitsContext);
