import { useEffect, useRef, useState } from "react";
import { type DryRun, rules } from "#contract/rules.ts";
import type { RuleInput } from "#domain/rules/rule.ts";
import { callApi } from "#web/lib/api.ts";
import { addUp } from "./add-up.ts";

type State = { phase: "idle" | "running" | "done" | "stopped" | "failed"; result?: DryRun; error?: unknown };

/** A dry run part by part, so that one sees how far it is and may stop it. */
export const useDryRun = (rule: RuleInput) => {
  const [state, setState] = useState<State>({ phase: "idle" });
  /** Each run has its own number; what an earlier one still hears counts no more. */
  const current = useRef(0);
  useEffect(
    () => () => {
      current.current++;
    },
    [],
  );

  const run = async (days: number | undefined) => {
    const mine = ++current.current;
    let result: DryRun | undefined;
    setState({ phase: "running" });
    try {
      do {
        const part = { after: result?.next ?? null };
        const more = await callApi(rules.dryRun, { body: { rule, part, ...(days ? { days } : {}) } });
        if (current.current !== mine) return;
        result = addUp(result, more);
        setState({ phase: result.next === null ? "done" : "running", result });
      } while (result.next !== null);
    } catch (error) {
      if (current.current === mine) setState({ phase: "failed", error });
    }
  };
  const stop = () => {
    current.current++;
    setState(({ result }) => (result ? { phase: "stopped", result } : { phase: "idle" }));
  };
  return { ...state, run, stop };
};
