import { sql } from "drizzle-orm";
import type { RunChange, RunRefusal } from "#contract/runs.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import type { Reason } from "#domain/reason.ts";
import { answersLeadingTo, applyMove } from "#domain/sequences/advance.ts";
import type { SequenceStep } from "#domain/sequences/compile-sequence.ts";
import { compareGroups, goalKey } from "#domain/sequences/goal.ts";
import { previewEdit } from "#domain/sequences/preview-edit.ts";
import { newId } from "#server/db/id.ts";
import { askForHeldRuns } from "#server/pipeline/advance/ai/run-ai-step.ts";
import { startRule } from "#server/pipeline/react/start-rule.ts";
import { findCompiledRule, type StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { endRuns, takeBackActions } from "#server/store/automation/end-runs.ts";
import { countOverdueRuns, endOverdueRuns } from "#server/store/automation/overdue-runs.ts";
import type { NewRun } from "#server/store/automation/rule-runs.ts";
import { findRule, lockRule } from "#server/store/automation/rules.ts";
import { countGoal } from "#server/store/automation/run-goals.ts";
import {
  countRunsAtSteps,
  findRun,
  listRunSteps,
  listRuns,
  readProgress,
} from "#server/store/automation/run-list.ts";
import {
  findActiveRuns,
  insertSteps,
  lockRuns,
  pauseRuns,
  type RunAction,
  readRunActions,
  resumeRuns,
  type StoredRun,
  saveRuns,
  setWaits,
} from "#server/store/automation/sequence-runs.ts";
import { lockPeople } from "#server/store/people/stored-people.ts";
import type { WriteContext } from "#server/store/write.ts";
import { identifySteps } from "./change-rule.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { demandPeople } from "./require-rights.ts";

type Refused = { id: string; code: RunRefusal };

/** Leaves the present step of a run out, or moves the run to another one; its message is taken back. */
const moveRun = async (
  { tx, clock }: WriteContext,
  run: StoredRun,
  { id: ruleId, version, compiled }: StoredCompiledRule,
  step: SequenceStep,
  to: string | null,
  userId: string | null,
): Promise<void> => {
  const { sequence } = compiled;
  if (!sequence) return;
  const now = clock.now();
  const why: Reason[] = [{ code: "step_left_out", by: userId }];
  const isAtWork = run.state === "acting";
  if (isAtWork) await takeBackActions(tx, [{ runId: run.id, why: { code: "step_left_out" } }]);
  const after = applyMove(sequence, run, { kind: "pass", step, result: "left_out", at: now, why }, now);
  // A step of which a message exists was done, wherever the run goes.
  if (to === null || isAtWork)
    await insertSteps(tx, [
      {
        ...{ runId: run.id, stepId: step.id, ruleId, position: run.done.length, version },
        ...{ result: "left_out", answer: null, variant: null, why, at: now },
      },
    ]);
  await saveRuns(tx, [
    {
      ...after,
      // The step to which a user moves a run is due at once: its wait is what the user ends.
      ...(to === null
        ? {}
        : { stepId: to, opensAt: now, answers: { ...after.answers, ...answersLeadingTo(sequence, to) } }),
      ...{ dueAt: now, endedAt: null, why: [{ code: "run_waits", until: now }] },
    },
  ]);
};

const waitingStatuses: readonly (ActionStatus | undefined)[] = ["pending", "held"];

/** What a user may not do with a run; undefined where nothing stands against it. */
const refusalOf = (
  run: StoredRun,
  rule: StoredCompiledRule | undefined,
  action: RunAction | undefined,
  change: RunChange,
): RunRefusal | undefined => {
  if (run.state === "ended") return "run_ended";
  if (change.kind === "wait") {
    if (run.pausedAt !== null) return "run_paused";
    return run.state === "waiting" && run.stepId !== null ? undefined : "step_begun";
  }
  if (change.kind !== "skip" && change.kind !== "move") return undefined;
  const steps = rule?.compiled.sequence?.steps ?? [];
  const holds = steps.some((step) => step.id === run.stepId && step.holds);
  // Its message is being sent at this moment, or its outcome is not known yet.
  if (run.state === "acting" && !holds && !waitingStatuses.includes(action?.status)) return "step_done";
  if (change.kind === "move") {
    const { stepId } = change;
    if (!steps.some(({ id }) => id === stepId)) return "step_unknown";
    if (run.done.includes(stepId) || (run.state === "acting" && run.stepId === stepId)) return "step_done";
  }
  return steps.some(({ id }) => id === run.stepId) ? undefined : "step_unknown";
};

export const changeRuns = async (
  context: WriteContext,
  runIds: readonly string[],
  change: RunChange,
  userId: string | null,
): Promise<{ changed: number; refused: Refused[] }> => {
  const { tx, audit, touch } = context;
  const runs = await lockRuns(tx, runIds);
  const rules = new Map<string, StoredCompiledRule | undefined>();
  for (const { ruleId } of runs)
    if (ruleId !== null && !rules.has(ruleId)) rules.set(ruleId, await findCompiledRule(tx, ruleId));
  const refused: Refused[] = runIds
    .filter((id) => !runs.some((run) => run.id === id))
    .map((id) => ({ id, code: "run_ended" }));
  const actions = await readRunActions(
    tx,
    runs.filter(({ state }) => state === "acting"),
  );
  const allowed: typeof runs = [];
  for (const run of runs) {
    const code = refusalOf(run, rules.get(run.ruleId), actions.get(run.id), change);
    if (code) refused.push({ id: run.id, code });
    else allowed.push(run);
  }
  const changing = allowed.map(({ id }) => id);
  switch (change.kind) {
    case "pause":
      await pauseRuns(tx, changing);
      break;
    case "resume":
      await resumeRuns(tx, changing);
      for (const [ruleId, rule] of rules)
        await askForHeldRuns(
          context,
          rule?.compiled.sequence ?? null,
          sql`r.rule_id = ${ruleId} AND r.id = ANY(${sql.param(changing)}::uuid[])`,
        );
      break;
    case "wait":
      await setWaits(tx, changing, Math.max(context.clock.now(), Date.parse(change.until)));
      break;
    case "stop":
      await endRuns(tx, sql`r.id = ANY(${sql.param(changing)}::uuid[])`, {
        code: "run_ended_by_hand",
        by: userId,
      });
      break;
    default:
      for (const run of allowed) {
        const rule = rules.get(run.ruleId);
        const step = rule?.compiled.sequence?.steps.find(({ id }) => id === run.stepId);
        if (rule && step)
          await moveRun(context, run, rule, step, change.kind === "move" ? change.stepId : null, userId);
      }
  }
  for (const [ruleId, ofRule] of Map.groupBy(allowed, (run) => run.ruleId))
    audit({
      eventType: "data_change",
      entityType: "rule",
      entityId: ruleId,
      details: {
        ...{ kind: "runs_changed", change: change.kind },
        ...{ name: ofRule[0]?.rule ?? "", count: ofRule.length },
      },
      metadata: { runs: ofRule.map(({ id }) => id), people: ofRule.map(({ personId }) => personId), change },
    });
  touch("rule-runs", "actions");
  return { changed: allowed.length, refused };
};

/** Starts a rule for people who exist and are not in it. */
export const startRuns = async (
  context: WriteContext,
  rule: StoredCompiledRule & { enabled: boolean },
  personIds: readonly string[],
  stepId: string | undefined,
  timezone: string,
): Promise<{ started: number; refused: Refused[] }> => {
  const { tx, clock, audit, touch } = context;
  const asked = [...new Set(personIds)];
  if (!rule.enabled) return { started: 0, refused: asked.map((id) => ({ id, code: "rule_off" })) };
  const { sequence } = rule.compiled;
  if (stepId !== undefined && !sequence?.steps.some(({ id }) => id === stepId))
    return { started: 0, refused: asked.map((id) => ({ id, code: "step_unknown" })) };
  const present = new Set(
    (await lockPeople(tx, { ids: asked, addresses: [], field: null })).map(({ id }) => id),
  );
  const running = sequence
    ? await findActiveRuns(
        tx,
        asked.map((personId) => ({ ruleId: rule.id, personId })),
      )
    : new Set<string>();
  const refused: Refused[] = [];
  const runs: NewRun[] = [];
  for (const personId of asked) {
    if (!present.has(personId)) refused.push({ id: personId, code: "person_gone" });
    else if (running.has(`${rule.id}:${personId}`)) refused.push({ id: personId, code: "already_running" });
    else
      runs.push({
        ...{ id: newId(), ruleId: rule.id, version: rule.version, personId, fired: true },
        ...{ why: [{ code: "started_by_hand" }], causedBy: null },
      });
  }
  const now = clock.now();
  const at =
    stepId === undefined || !sequence ? undefined : { stepId, answers: answersLeadingTo(sequence, stepId) };
  await startRule(tx, rule, runs, { entry: "hand", timezone }, now, at);
  if (runs.length > 0)
    audit({
      eventType: "data_change",
      entityType: "rule",
      entityId: rule.id,
      details: { kind: "rule_started", name: rule.name, count: runs.length },
      metadata: { people: runs.map(({ personId }) => personId), stepId: stepId ?? null },
    });
  touch("rule-runs", "actions", "people");
  return { started: runs.length, refused };
};

/** So that the locks of one transaction are short. */
const maxEndedAtOnce = 2000;

export const runHandlers: Handlers["runs"] = {
  list: async ({ input: { query }, caller, services: { database } }) => {
    demandPeople(caller);
    const { limit, ...filter } = query;
    const found = await listRuns(database.db, filter, limit);
    const runs = found.slice(0, limit);
    return { runs, nextCursor: found.length > limit ? (runs.at(-1)?.id ?? null) : null };
  },

  get: async ({ input: { params }, caller, services: { database } }) => {
    demandPeople(caller);
    const run = await findRun(database.db, params.id);
    if (!run) throw new Problem("not_found");
    const rule = run.rule && (await findCompiledRule(database.db, run.rule.id));
    return {
      ...run,
      steps: await listRunSteps(database.db, run.id),
      stopWhen: [...(rule?.compiled.sequence?.stopWhen ?? [])],
      stopOn: [...(rule?.compiled.sequence?.stopOn ?? [])],
    };
  },

  progress: async ({ input: { params }, services: { database } }) => {
    const rule = await findCompiledRule(database.db, params.id);
    if (!rule) throw new Problem("not_found");
    const steps = rule.compiled.sequence?.steps ?? [];
    const { goal } = rule.options;
    const [progress, counted] = await Promise.all([
      readProgress(
        database.db,
        rule.id,
        steps.map(({ id }) => id),
        goal ? goalKey(goal) : null,
      ),
      goal ? countGoal(database.db, rule.id, goalKey(goal)) : null,
    ]);
    return { ...progress, goal: counted && compareGroups(counted) };
  },

  previewEdit: async ({ input: { params, body }, services: { database } }) => {
    const rule = await findRule(database.db, params.id);
    if (!rule) throw new Problem("not_found");
    const runs = await countRunsAtSteps(database.db, rule.id);
    const options = body.options ?? rule.options;
    const { actions } = identifySteps({ actions: body.actions }, options);
    return previewEdit(rule.actions, actions, options, runs);
  },

  overdue: async ({ input: { params }, services: { database } }) => {
    const rule = await findCompiledRule(database.db, params.id);
    if (!rule) throw new Problem("not_found");
    return countOverdueRuns(database.db, rule.id, rule.compiled.sequence?.steps ?? []);
  },

  endOverdue: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, async ({ tx, audit, touch }) => {
      // Locked, so that it is not switched on meanwhile.
      const stored = await lockRule(tx, params.id);
      const rule = stored && (await findCompiledRule(tx, params.id));
      if (!stored || !rule) throw new Problem("not_found");
      if (stored.enabled) throw new Problem("rule_on");
      const steps = rule.compiled.sequence?.steps ?? [];
      const ended = await endOverdueRuns(tx, rule.id, steps, maxEndedAtOnce);
      if (ended > 0)
        audit({
          eventType: "data_change",
          entityType: "rule",
          entityId: rule.id,
          details: { kind: "runs_changed", change: "stop", name: rule.name, count: ended },
          metadata: { overdue: true },
        });
      touch("rule-runs", "actions");
      return { ended, left: (await countOverdueRuns(tx, rule.id, steps)).tooLate };
    });
  },

  change: ({ input: { body }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, (context) => changeRuns(context, [...new Set(body.ids)], body.change, actor.userId));
  },

  start: async ({ input: { params, body }, actor, caller, services: { write, general } }) => {
    demandPeople(caller);
    const { timezone } = await general();
    return write(actor, async (context) => {
      const stored = await findRule(context.tx, params.id);
      const rule = await findCompiledRule(context.tx, params.id);
      if (!stored || !rule) throw new Problem("not_found");
      return startRuns(context, { ...rule, enabled: stored.enabled }, body.personIds, body.stepId, timezone);
    });
  },
};
