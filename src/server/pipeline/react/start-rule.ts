import { goalOfRun } from "#domain/sequences/goal.ts";
import type { RunEntry } from "#domain/sequences/run-state.ts";
import type { Tx } from "#server/db/database.ts";
import type { StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { insertActions, insertRuns, type NewRun } from "#server/store/automation/rule-runs.ts";
import { findReached } from "#server/store/automation/run-goals.ts";
import { insertSequenceRuns, type NewSequenceRun } from "#server/store/automation/sequence-runs.ts";
import { addExternalTasks } from "#server/store/integrations/external-tasks.ts";
import { addWork } from "#server/store/integrations/integration-work.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { newActions, newSequenceRun } from "./decide-rules.ts";
import { addRuleWork, type RuleWork } from "./rule-work.ts";

/** Starts runs of a rule whose limits were asked; a sequence may begin at a step of its own. */
export const startRule = async (
  tx: Tx,
  rule: StoredCompiledRule,
  runs: NewRun[],
  { entry, timezone }: { entry: RunEntry; timezone: string },
  now: number,
  at: Pick<NewSequenceRun, "stepId" | "answers"> | undefined = undefined,
): Promise<void> => {
  const { sequence, work } = rule.compiled;
  await insertRuns(tx, runs);
  if (sequence) {
    const starting = runs.map(({ personId }) => personId);
    const use = { now, timezone, userId: null };
    const reached = await findReached(tx, rule.options.goal ?? null, starting, use);
    // Whom a user or another rule starts is never kept aside.
    await insertSequenceRuns(
      tx,
      runs.map((run) => {
        const goal = goalOfRun(rule.options, reached.has(run.personId), now);
        return { ...newSequenceRun(sequence, run, entry, goal, now, now), ...at };
      }),
    );
  } else {
    const doing: RuleWork = { posts: [], externalTasks: [] };
    for (const { personId } of runs)
      for (const one of work) addRuleWork(doing, rule.name, personId, one, new Date(now).toISOString());
    await insertActions(
      tx,
      runs.flatMap((run) => newActions(rule, run, now, now)),
    );
    await addWork(tx, doing.posts);
    await addExternalTasks(tx, doing.externalTasks);
  }
  await addToTimeline(
    tx,
    runs.map(({ id, personId, why }) => ({
      ...{ personId, eventType: "rule_fired", source: rule.name, title: rule.name, description: null },
      metadata: { rule: rule.name, ruleId: rule.id, reasons: why },
      causedBy: id,
    })),
  );
};
