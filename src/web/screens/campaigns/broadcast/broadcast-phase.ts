import { createContext, useContext } from "react";
import { type BroadcastState, startedStates } from "#domain/broadcasts/broadcast.ts";

/** Before it began a person's fate is a forecast. */
type BroadcastPhase = "before" | "running" | "over";

const endStates: readonly BroadcastState[] = ["done", "cancelled"];

export const phaseOf = (state: BroadcastState): BroadcastPhase => {
  if (startedStates.includes(state)) return "running";
  return endStates.includes(state) ? "over" : "before";
};

const PhaseContext = createContext<BroadcastPhase>("before");
export const PhaseProvider = PhaseContext.Provider;
export const usePhase = (): BroadcastPhase => useContext(PhaseContext);
