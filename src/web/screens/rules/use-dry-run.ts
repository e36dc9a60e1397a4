import { useEffect, useRef, useState } from "react";
import { type DryRunReport, rulesApi } from "#contract/rules.ts";
import type { RuleInput } from "#domain/rules/rule.ts";
import { callApi } from "#web/lib/api.ts";
import { mergeDryRuns } from "./merge-dry-runs.ts";

type DryRunState = {
  phase: "idle" | "running" | "done" | "stopped" | "failed";
  result?: DryRunReport;
  error?: unknown;
};

/** Runs in parts, so that progress can be shown and the run can be stopped. */
export const useDryRun = (rule: RuleInput) => {
  const [state, setState] = useState<DryRunState>({ phase: "idle" });
  /** Responses of an earlier run are ignored. */
  const currentRun = useRef(0);
  useEffect(
    () => () => {
      currentRun.current++;
    },
    [],
  );

  const run = async (days: number | undefined) => {
    const runId = ++currentRun.current;
    let result: DryRunReport | undefined;
    setState({ phase: "running" });
    try {
      do {
        const part = { after: result?.next ?? null };
        const nextPart = await callApi(rulesApi.dryRun, { body: { rule, part, ...(days ? { days } : {}) } });
        if (currentRun.current !== runId) return;
        result = mergeDryRuns(result, nextPart);
        setState({ phase: result.next === null ? "done" : "running", result });
      } while (result.next !== null);
    } catch (error) {
      if (currentRun.current === runId) setState({ phase: "failed", error });
    }
  };
  const stop = () => {
    currentRun.current++;
    setState(({ result }) => (result ? { phase: "stopped", result } : { phase: "idle" }));
  };
  return { ...state, run, stop };
};
