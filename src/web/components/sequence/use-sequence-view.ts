import { useCallback } from "react";
import { useSearchParams } from "wouter";

const sequenceTabs = ["steps", "running"] as const;
type SequenceTab = (typeof sequenceTabs)[number];

const runStates = ["running", "ended"] as const;
export type ShownRuns = (typeof runStates)[number];

/** Whose runs are listed. */
export type RunsView = { step: string | undefined; state: ShownRuns };

/** The tab and the filter of the runs are stored in the URL, so that they can be linked to. */
export const useSequenceView = () => {
  const [params, setParams] = useSearchParams();
  const tab = sequenceTabs.find((id) => id === params.get("tab")) ?? "steps";
  const state = runStates.find((each) => each === params.get("state")) ?? "running";
  const step = params.get("step") ?? undefined;
  const setTab = useCallback(
    (next: SequenceTab) => setParams(next === "steps" ? {} : { tab: next }, { replace: true }),
    [setParams],
  );
  const showRuns = useCallback(
    (view: RunsView) =>
      setParams(
        { tab: "running", state: view.state, ...(view.step === undefined ? {} : { step: view.step }) },
        { replace: true },
      ),
    [setParams],
  );
  return { tab, runs: { step, state }, setTab, showRuns };
};
