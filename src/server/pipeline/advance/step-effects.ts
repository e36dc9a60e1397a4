import { sql } from "drizzle-orm";
import type { PersonField } from "#contract/person-fields.ts";
import type { ReversibleChange } from "#domain/bulk-change.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { readFieldValue } from "#domain/people/field-kinds.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import { planBulkChange } from "#domain/people/plan-bulk-change.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import type { Reason } from "#domain/reason.ts";
import { detectLoop, enterRule } from "#domain/rules/entry.ts";
import type { PlannedMessage, PlannedStep, PlannedWork } from "#domain/rules/kinds.ts";
import type { SequenceReason } from "#domain/sequences/sequence-reasons.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { addRuleWork, type RuleWork } from "#server/pipeline/react/rule-work.ts";
import { startRule } from "#server/pipeline/react/start-rule.ts";
import { findCompiledRule, type StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { endRuns, takeBackActions } from "#server/store/automation/end-runs.ts";
import {
  insertActions,
  type NewAction,
  type NewRun,
  readRunHistory,
} from "#server/store/automation/rule-runs.ts";
import { findRule } from "#server/store/automation/rules.ts";
import {
  findActiveRuns,
  insertSteps,
  type NewStep,
  type RunPerson,
  type SavedRun,
  type StoredRun,
  saveRuns,
} from "#server/store/automation/sequence-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertTasks, type NewTask } from "#server/store/conversations/tasks.ts";
import { findActiveUsers } from "#server/store/conversations/user-name.ts";
import { addExternalTasks } from "#server/store/integrations/external-tasks.ts";
import { addWork } from "#server/store/integrations/integration-work.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { readPersonNames } from "#server/store/people/person-name.ts";
import { findPeople } from "#server/store/people/stored-people.ts";
import { addToTimeline, type TimelineRow } from "#server/store/people/timeline.ts";
import { addStepEvents } from "#server/store/webhooks/work-events.ts";
import type { WorkspaceDay } from "#server/store/workspace/day.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { runAiStep } from "./ai/run-ai-step.ts";

/** What a step does whose success is known only when it is written. */
type StepWork<Kind extends PlannedStep["step"]> = {
  rule: StoredCompiledRule;
  run: StoredRun;
  stepId: string;
  does: Extract<PlannedStep, { step: Kind }>;
};
type PersonChange = StepWork<"change" | "field">;
type RuleChange = StepWork<"start" | "stop">;
type WebhookStep = StepWork<"webhook">;

/** What effects need besides the transaction. */
export type EffectContext = {
  hash: AddressHash;
  personFields: readonly PersonField[];
  day: WorkspaceDay;
};

/** Everything that a page of runs does, written together. */
export type StepEffects = RuleWork & {
  runs: SavedRun[];
  steps: NewStep[];
  actions: NewAction[];
  takenBack: { runId: string; why: SequenceReason }[];
  changes: PersonChange[];
  ruleChanges: RuleChange[];
  tasks: NewTask[];
  webhooks: WebhookStep[];
  aiSteps: { runId: string; stepId: string }[];
  notices: { personId: string; ownerId: string | null; text: string }[];
  timeline: TimelineRow[];
};

export const noEffects = (): StepEffects => ({
  runs: [],
  steps: [],
  actions: [],
  takenBack: [],
  changes: [],
  ruleChanges: [],
  tasks: [],
  webhooks: [],
  aiSteps: [],
  notices: [],
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
  { id: stepId, does, holds }: { id: string; does: PlannedWork | PlannedStep; holds: boolean },
  now: number,
): void => {
  const { personId } = run;
  if ("service" in does) {
    addRuleWork(effects, rule.name, personId, does, new Date(now).toISOString());
    return;
  }
  switch (does.step) {
    case "change":
    case "field":
      effects.changes.push({ rule, run, stepId, does });
      return;
    case "start":
    case "stop":
      effects.ruleChanges.push({ rule, run, stepId, does });
      return;
    case "task":
      effects.tasks.push({
        ...{ id: newId(), personId, title: does.title, dueAt: null },
        ...{ ownerId: person.ownerId, madeBy: "rule", createdBy: null },
        runId: holds ? run.id : null,
      });
      return;
    case "notify":
      effects.notices.push({ personId, ownerId: person.ownerId, text: does.text });
      return;
    case "webhook":
      effects.webhooks.push({ rule, run, stepId, does });
      return;
    case "ai":
      effects.aiSteps.push({ runId: run.id, stepId });
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
  metadata: {
    ...{ rule: rule.name, ruleId: rule.id, reasons: why },
    ...(run.entry === "broadcast" ? { isBroadcast: true } : {}),
  },
  causedBy: run.id,
});

/** A step that could not be done, and why. */
type UndoneStep = { runId: string; stepId: string; why: Reason };
const undone = ({ run, stepId }: Pick<WebhookStep, "run" | "stepId">, why: Reason): UndoneStep => ({
  runId: run.id,
  stepId,
  why,
});

/** The change of a step; a value that its field does not take, or an owner who has left, is the reason against it. */
const readChange = (
  { does }: PersonChange,
  fields: readonly PersonField[],
  owners: ReadonlySet<string>,
): ReversibleChange | Reason => {
  if (does.step === "change") {
    const { change } = does;
    const isGone = change.kind === "owner" && change.userId !== null && !owners.has(change.userId);
    return isGone ? { code: "owner_gone" } : change;
  }
  const { key, text } = does;
  const field = fields.find((one) => one.key === key && one.archivedAt === null);
  const reading = field && readFieldValue(text, field);
  return reading && "value" in reading
    ? { kind: "field", key, value: reading.value as Extract<ReversibleChange, { kind: "field" }>["value"] }
    : { code: "field_not_set", field: key, value: text };
};

const ownersOf = (changes: readonly PersonChange[]): string[] =>
  changes.flatMap(({ does }) =>
    does.step === "change" && does.change.kind === "owner" && does.change.userId !== null
      ? [does.change.userId]
      : [],
  );

/** Changes of people by their steps, one after the other; the people are locked. */
const changePeople = async (
  context: WriteContext,
  changes: readonly PersonChange[],
  { hash, personFields }: EffectContext,
): Promise<UndoneStep[]> => {
  if (changes.length === 0) return [];
  const ids = [...new Set(changes.map(({ run }) => run.personId))];
  const people = new Map(
    (await findPeople(context.tx, { ids, addresses: [], field: null })).map((person) => [person.id, person]),
  );
  const owners = await findActiveUsers(context.tx, [...new Set(ownersOf(changes))]);
  const present = new Set(owners.map(({ id }) => id));
  const now = context.clock.now();
  const refused: UndoneStep[] = [];
  const plans = [...Map.groupBy(changes, ({ run }) => run.personId)].flatMap(([personId, own]) => {
    const before = people.get(personId);
    const [first] = own;
    if (!before || !first) return [];
    let after: PersonRecord = before;
    for (const one of own) {
      const change = readChange(one, personFields, present);
      if ("code" in change) refused.push(undone(one, change));
      else after = planBulkChange(after, change, now).person ?? after;
    }
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
  return refused;
};

/** Starts a rule for the people of its runs, within the rule's own limits. */
const startOther = async (
  { tx, clock }: WriteContext,
  ruleId: string,
  starts: readonly RuleChange[],
  { midnight, timezone }: WorkspaceDay,
): Promise<UndoneStep[]> => {
  const stored = await findRule(tx, ruleId);
  const rule = stored?.enabled ? await findCompiledRule(tx, ruleId) : undefined;
  if (!rule) return starts.map((start) => undone(start, { code: "other_rule_off" }));
  const now = clock.now();
  const candidates = starts.map(({ run }) => ({ ruleId, personId: run.personId }));
  const history = await readRunHistory(tx, candidates, midnight);
  const running = rule.compiled.sequence ? await findActiveRuns(tx, candidates) : new Set<string>();
  const refused: UndoneStep[] = [];
  const runs: NewRun[] = [];
  for (const start of starts) {
    const { personId, causedBy } = start.run;
    const key = `${ruleId}:${personId}`;
    const lastFiredAt = history.lastFiredAt.get(key) ?? null;
    const limits = { lastFiredAt, sentToday: history.sentToday.get(personId) ?? 0 };
    const entry = enterRule(rule.options, limits, now);
    const obstacle: Reason | null =
      detectLoop(ruleId, history.recentRuns.get(personId) ?? [], now) ??
      (running.has(key) ? { code: "already_running" } : entry.enters ? null : entry.why);
    if (obstacle) {
      refused.push(undone(start, obstacle));
      continue;
    }
    running.add(key);
    runs.push({
      ...{ id: newId(), ruleId, version: rule.version, personId, fired: true, causedBy },
      why: [{ code: "started_by_rule", rule: start.rule.name }],
    });
  }
  await startRule(tx, rule, runs, { entry: "trigger", timezone }, now);
  return refused;
};

const startOthers = async (
  context: WriteContext,
  changes: readonly RuleChange[],
  day: WorkspaceDay,
): Promise<UndoneStep[]> => {
  const starts = changes.filter(({ does }) => does.step === "start");
  const refused: UndoneStep[] = [];
  for (const [ruleId, ofRule] of Map.groupBy(starts, ({ does }) => does.ruleId))
    refused.push(...(await startOther(context, ruleId, ofRule, day)));
  return refused;
};

/** Ends the runs of other rules; after those of this page are written, which may be among them. */
const stopOthers = async ({ tx }: WriteContext, changes: readonly RuleChange[]): Promise<void> => {
  for (const { rule, run, does } of changes)
    if (does.step === "stop")
      await endRuns(
        tx,
        sql`r.rule_id = ${does.ruleId} AND r.person_id = ${run.personId} AND r.id <> ${run.id}`,
        { code: "run_ended_by_rule", rule: rule.name },
      );
};

/** Events of webhook steps; where no subscription asks for them, nothing was told. */
const tellWebhooks = async (
  { tx, clock }: WriteContext,
  webhooks: readonly WebhookStep[],
): Promise<UndoneStep[]> => {
  if (webhooks.length === 0) return [];
  const told = await addStepEvents(
    tx,
    webhooks.map(({ run, stepId, does }) => ({ runId: run.id, stepId, note: does.note })),
    clock.now(),
  );
  return told ? [] : webhooks.map((one) => undone(one, { code: "webhook_unwanted" }));
};

/** Notifications of steps, with the names of their people. */
const addNotices = async (tx: Tx, notices: StepEffects["notices"]): Promise<void> => {
  if (notices.length === 0) return;
  const names = await readPersonNames(
    tx,
    notices.map(({ personId }) => personId),
  );
  await addNotifications(
    tx,
    notices.map(({ personId, ownerId, text }) => ({
      kind: "rule_notice" as const,
      params: { text, person: names.get(personId) ?? "" },
      link: `/inbox/${personId}`,
      userId: ownerId,
    })),
  );
};

/** Writes what the runs do, in the transaction that holds them and their people. */
export const applyEffects = async (
  context: WriteContext,
  effects: StepEffects,
  effectContext: EffectContext,
): Promise<void> => {
  const { tx, touch, enqueue } = context;
  const { runs, steps, actions, takenBack, changes, ruleChanges, tasks, notices } = effects;
  const { posts, externalTasks, timeline, webhooks } = effects;
  // What others must know first is written afterwards, so that it wakes runs of this page, too.
  const isCertain = changes.length + ruleChanges.length + webhooks.length === 0;
  await inOneRoundTrip([
    saveRuns(tx, runs),
    insertSteps(tx, isCertain ? steps : []),
    takeBackActions(tx, takenBack),
    insertActions(tx, actions),
    insertTasks(tx, tasks),
    addWork(tx, posts),
    addExternalTasks(tx, externalTasks),
    addToTimeline(tx, timeline),
  ]);
  const refused = [
    ...(await changePeople(context, changes, effectContext)),
    ...(await startOthers(context, ruleChanges, effectContext.day)),
    ...(await tellWebhooks(context, webhooks)),
  ];
  await insertSteps(
    tx,
    (isCertain ? [] : steps).map((step): NewStep => {
      const found = refused.find(({ runId, stepId }) => runId === step.runId && stepId === step.stepId);
      return found ? { ...step, result: "left_out", why: [found.why] } : step;
    }),
  );
  for (const step of effects.aiSteps) enqueue(runAiStep, { ...step, attempts: 0 });
  await stopOthers(context, ruleChanges);
  await addNotices(tx, notices);
  touch("rule-runs");
  if (actions.length + takenBack.length + ruleChanges.length > 0) touch("actions");
  if (changes.length + timeline.length + ruleChanges.length > 0) touch("people");
  if (tasks.length > 0) touch("threads");
  if (notices.length > 0) touch("notifications");
};
