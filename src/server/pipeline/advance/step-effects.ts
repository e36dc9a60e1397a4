import { changeSource } from "#domain/people/change-source.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import { planBulkChange } from "#domain/people/plan-bulk-change.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import type { Reason } from "#domain/reason.ts";
import type { PlannedMessage, PlannedStep, PlannedWork } from "#domain/rules/kinds.ts";
import type { SequenceReason } from "#domain/sequences/sequence-reasons.ts";
import { newId } from "#server/db/id.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { addRuleWork, type RuleWork } from "#server/pipeline/react/rule-work.ts";
import type { StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { takeBackActions } from "#server/store/automation/end-runs.ts";
import { insertActions, type NewAction } from "#server/store/automation/rule-runs.ts";
import {
  insertSteps,
  type NewStep,
  type RunPerson,
  type SavedRun,
  type StoredRun,
  saveRuns,
} from "#server/store/automation/sequence-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertTasks, type NewTask } from "#server/store/conversations/tasks.ts";
import { addExternalTasks } from "#server/store/integrations/external-tasks.ts";
import { addWork } from "#server/store/integrations/integration-work.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { findPeople } from "#server/store/people/stored-people.ts";
import { addToTimeline, type TimelineRow } from "#server/store/people/timeline.ts";
import type { WriteContext } from "#server/store/write.ts";

type PersonChange = {
  rule: StoredCompiledRule;
  run: StoredRun;
  change: Extract<PlannedStep, { step: "change" }>;
};

/** Everything that a page of runs does, written together. */
export type StepEffects = RuleWork & {
  runs: SavedRun[];
  steps: NewStep[];
  actions: NewAction[];
  takenBack: { runId: string; why: SequenceReason }[];
  changes: PersonChange[];
  tasks: NewTask[];
  timeline: TimelineRow[];
};

export const noEffects = (): StepEffects => ({
  runs: [],
  steps: [],
  actions: [],
  takenBack: [],
  changes: [],
  tasks: [],
  posts: [],
  externalTasks: [],
  timeline: [],
});

/** What a step does besides sending a message. */
export const planStep = (
  effects: StepEffects,
  rule: StoredCompiledRule,
  run: StoredRun,
  person: RunPerson,
  does: PlannedWork | PlannedStep,
  now: number,
): void => {
  const { personId } = run;
  if ("service" in does) {
    addRuleWork(effects, rule.name, personId, does, new Date(now).toISOString());
    return;
  }
  switch (does.step) {
    case "change":
      effects.changes.push({ rule, run, change: does });
      return;
    case "task":
      effects.tasks.push({
        ...{ id: newId(), personId, title: does.title, dueAt: null },
        ...{ ownerId: person.ownerId, madeBy: "rule", createdBy: null },
      });
      return;
    case "ask":
      return;
  }
};

/** The message of a step, due at once. The gate decides when it leaves. */
export const stepAction = (
  rule: StoredCompiledRule,
  run: StoredRun,
  stepId: string,
  { channel, template, is }: PlannedMessage,
  now: number,
): NewAction => ({
  id: newId(),
  personId: run.personId,
  ruleId: rule.id,
  ruleRunId: run.id,
  stepId,
  type: channel,
  config: {
    ...(is === "name" ? { template } : { text: template }),
    purpose: rule.options.purpose ?? "marketing",
    repeatHours: rule.options.repeatHours,
    firedAt: run.startedAt,
  },
  notBefore: new Date(now).toISOString(),
  causedBy: run.causedBy,
});

export const endEntry = (rule: StoredCompiledRule, run: StoredRun, why: readonly Reason[]): TimelineRow => ({
  personId: run.personId,
  eventType: "sequence_ended",
  source: rule.name,
  title: rule.name,
  description: null,
  metadata: { rule: rule.name, ruleId: rule.id, reasons: why },
  causedBy: run.id,
});

/** Changes of people by their steps, one after the other; the people are locked. */
const changePeople = async (
  context: WriteContext,
  changes: readonly PersonChange[],
  hash: AddressHash,
): Promise<void> => {
  if (changes.length === 0) return;
  const ids = [...new Set(changes.map(({ run }) => run.personId))];
  const people = new Map(
    (await findPeople(context.tx, { ids, addresses: [], field: null })).map((person) => [person.id, person]),
  );
  const now = context.clock.now();
  const plans = [...Map.groupBy(changes, ({ run }) => run.personId)].flatMap(([personId, own]) => {
    const before = people.get(personId);
    const [first] = own;
    if (!before || !first) return [];
    let after: PersonRecord = before;
    for (const { change } of own) after = planBulkChange(after, change.change, now).person ?? after;
    if (after === before) return [];
    const { rule, run } = first;
    const source = changeSource("rule", {
      name: rule.name,
      causedBy: run.id,
      metadata: { rule: rule.name, ruleId: rule.id },
    });
    return [completePlan({ before, after }, source, now)];
  });
  await applyPlans(context, plans, hash);
};

/** Writes what the runs do, in the transaction that holds them and their people. */
export const applyEffects = async (
  context: WriteContext,
  effects: StepEffects,
  hash: AddressHash,
): Promise<void> => {
  const { tx, touch } = context;
  const { runs, steps, actions, takenBack, changes, tasks, posts, externalTasks, timeline } = effects;
  await inOneRoundTrip([
    saveRuns(tx, runs),
    insertSteps(tx, steps),
    takeBackActions(tx, takenBack),
    insertActions(tx, actions),
    insertTasks(tx, tasks),
    addWork(tx, posts),
    addExternalTasks(tx, externalTasks),
    addToTimeline(tx, timeline),
  ]);
  await changePeople(context, changes, hash);
  touch("rule-runs");
  if (actions.length + takenBack.length > 0) touch("actions");
  if (changes.length + timeline.length > 0) touch("people");
  if (tasks.length > 0) touch("threads");
};
