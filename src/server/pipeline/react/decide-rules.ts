import { candidatePlaces } from "#domain/places/candidate-places.ts";
import type { Reason } from "#domain/reason.ts";
import { detectLoop, enterRule } from "#domain/rules/entry.ts";
import { evaluateRule } from "#domain/rules/evaluate.ts";
import {
  eventReceived,
  type RuleEvent,
  type RuleSnapshot,
  type Scores,
  scoresChanged,
  triggerMet,
} from "#domain/rules/snapshot.ts";
import { silentTypes } from "#domain/scoring/behaviours.ts";
import { firstOpenStep } from "#domain/sequences/advance.ts";
import type { Sequence } from "#domain/sequences/compile-sequence.ts";
import {
  drawRun,
  type EarlierDraw,
  goalSegmentOf,
  hasReached,
  isKeptAside,
  keepsPeopleAside,
  type RunGoal,
} from "#domain/sequences/goal.ts";
import type { RunEntry } from "#domain/sequences/run-state.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import type { StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import {
  insertActions,
  insertRuns,
  type NewAction,
  type NewRun,
  readRunHistory,
} from "#server/store/automation/rule-runs.ts";
import { readDraws } from "#server/store/automation/run-goals.ts";
import {
  findActiveRuns,
  insertSequenceRuns,
  type NewSequenceRun,
} from "#server/store/automation/sequence-runs.ts";
import { addExternalTasks } from "#server/store/integrations/external-tasks.ts";
import { addWork } from "#server/store/integrations/integration-work.ts";
import type { AudienceReferences } from "#server/store/people/audience-context.ts";
import type { PersonProfile } from "#server/store/people/profiles.ts";
import { readSegmentMemberships, type SegmentMemberships } from "#server/store/people/segment-memberships.ts";
import type { TimelineRow } from "#server/store/people/timeline.ts";
import type { WorkspaceDay } from "#server/store/workspace/day.ts";
import { addNotifications, type NewNotification } from "#server/store/workspace/notifications.ts";

import { addRuleWork, type RuleWork } from "./rule-work.ts";
import type { ScoreMove } from "./update-scores.ts";

export type DecidedRules = {
  timeline: TimelineRow[];
  /** Messages that were planned, and runs of sequences that began. */
  actions: number;
};

/** A rule that its trigger and conditions let fire, before the limits on how often it may. */
type Candidate = {
  rule: StoredCompiledRule;
  snapshot: RuleSnapshot;
  event: RuleEvent;
  causedBy: string;
};

/** Evaluates the rules for each move, and stores the runs and actions of those that fire. */
export const decideRules = async (
  tx: Tx,
  moves: ScoreMove[],
  rules: readonly StoredCompiledRule[],
  { timezone, midnight }: WorkspaceDay,
  references: AudienceReferences | undefined,
  now: number,
): Promise<DecidedRules> => {
  if (rules.length === 0) return { timeline: [], actions: 0 };
  const memberships = references && (await readRuleSegments(tx, moves, rules, references, timezone, now));
  const { candidates, missedRuns } = findCandidates(moves, rules, memberships, timezone, now);
  const started = await startRules(tx, candidates, midnight, now);
  await inOneRoundTrip([
    insertRuns(tx, [...missedRuns, ...started.runs]),
    insertSequenceRuns(tx, started.sequenceRuns),
    insertActions(tx, started.actions),
    addNotifications(tx, started.notifications),
    addWork(tx, started.posts),
    addExternalTasks(tx, started.externalTasks),
  ]);
  return { timeline: started.timeline, actions: started.actions.length + started.sequenceRuns.length };
};

/** The segments of a rule's conditions, and the one that is its goal. */
export const segmentsAskedBy = ({ compiled, options }: StoredCompiledRule): readonly string[] => {
  const goal = goalSegmentOf(options);
  return goal === null ? compiled.segmentIds : [...compiled.segmentIds, goal];
};

/** The segments of the rules that the moves set off, for the people of these moves. */
const readRuleSegments = (
  tx: Tx,
  moves: ScoreMove[],
  rules: readonly StoredCompiledRule[],
  references: AudienceReferences,
  timezone: string,
  now: number,
): Promise<SegmentMemberships> => {
  const asking = rules.flatMap((rule) => {
    const asked = segmentsAskedBy(rule);
    return asked.length > 0 ? [{ compiled: rule.compiled, asked }] : [];
  });
  const segmentIds = new Set<string>();
  const scores = new Map<string, Scores | null>();
  for (const move of moves)
    for (const { event } of ruleEventsIn(move))
      for (const { compiled, asked } of asking)
        if (compiled.triggers.some(({ fires }) => fires(event))) {
          scores.set(move.person.id, move.after);
          for (const id of asked) segmentIds.add(id);
        }
  const context = { ...references, now, timezone, userId: null };
  return readSegmentMemberships(tx, scores, [...segmentIds], context);
};

const findCandidates = (
  moves: ScoreMove[],
  rules: readonly StoredCompiledRule[],
  memberships: SegmentMemberships | undefined,
  timezone: string,
  now: number,
): { candidates: Candidate[]; missedRuns: NewRun[] } => {
  const candidates: Candidate[] = [];
  const missedRuns: NewRun[] = [];
  for (const move of moves) {
    const segments = memberships?.get(move.person.id);
    const plain = ruleSnapshot(move.person, move.before, move.after, timezone, now);
    const snapshot = segments ? withSegments(plain, segments) : plain;
    for (const { event, causedBy } of ruleEventsIn(move)) {
      for (const rule of rules) {
        const { compiled } = rule;
        if (compiled.fires(snapshot, event)) candidates.push({ rule, snapshot, event, causedBy });
        else if (compiled.triggers.some(({ fires }) => fires(event))) {
          // The trigger fired and a condition failed: the run tells the operator which one.
          const { why } = evaluateRule(compiled, snapshot, event);
          missedRuns.push(newRun(rule, snapshot.person.id, false, why, causedBy));
        }
      }
    }
  }
  return { candidates, missedRuns };
};

/** The zones stay computed on demand. */
export const withSegments = (
  snapshot: RuleSnapshot,
  segments: NonNullable<RuleSnapshot["segments"]>,
): RuleSnapshot => ({ ...snapshot, segments });

export const ruleSnapshot = (
  person: Omit<PersonProfile, "scores" | "history" | "sources" | "choices" | "isOptedOut">,
  before: Scores | null,
  after: Scores | null,
  timezone: string,
  now: number,
): RuleSnapshot => ({
  person: {
    id: person.id,
    type: person.type,
    status: person.status,
    tags: person.tags,
    consents: person.consents,
    optedOut: person.consents.dnc === true,
    createdAt: person.createdAt,
  },
  scores: after,
  previousScores: before,
  now,
  zones: {
    // Computed on demand: few rules ask for the local time, and finding a person's zones costs more than the rest.
    get recipient() {
      const { phone, zip, region, timezone: zone } = person;
      return candidatePlaces({ phone, zip, region, zone }).map((place) => place.zone);
    },
    workspace: timezone,
  },
});

/** The scores move with the first reaction of a batch; the others of the same person only arrive. */
const ruleEventsIn = ({ before, after, reactions }: ScoreMove): { event: RuleEvent; causedBy: string }[] =>
  reactions.map(({ type, causedBy, signals, met }, index) => {
    const scores = { previousScores: index === 0 ? before : after, scores: after };
    if (met) return { event: triggerMet(scores, met), causedBy };
    return {
      event: silentTypes.includes(type)
        ? scoresChanged(scores, signals)
        : eventReceived(scores, type, signals),
      causedBy,
    };
  });

const newRun = (
  rule: StoredCompiledRule,
  personId: string,
  fired: boolean,
  why: NewRun["why"],
  causedBy: string | null,
): NewRun => ({ id: newId(), ruleId: rule.id, version: rule.version, personId, fired, why, causedBy });

type StartedRules = RuleWork & {
  runs: NewRun[];
  sequenceRuns: NewSequenceRun[];
  actions: NewAction[];
  timeline: TimelineRow[];
  notifications: NewNotification<"rule_loop">[];
};

/** Starts candidates that the limits allow: no loops, re-entry, and messages per day. */
const startRules = async (
  tx: Tx,
  candidates: Candidate[],
  midnight: Date,
  now: number,
): Promise<StartedRules> => {
  const started: StartedRules = {
    runs: [],
    sequenceRuns: [],
    actions: [],
    timeline: [],
    notifications: [],
    posts: [],
    externalTasks: [],
  };
  if (candidates.length === 0) return started;
  const history = await readRunHistory(
    tx,
    candidates.map(({ rule, snapshot }) => ({ ruleId: rule.id, personId: snapshot.person.id })),
    midnight,
  );
  const running = await findActiveRuns(
    tx,
    candidates
      .filter(({ rule }) => rule.compiled.sequence !== null)
      .map(({ rule, snapshot }) => ({ ruleId: rule.id, personId: snapshot.person.id })),
  );
  const draws = await readDraws(
    tx,
    candidates
      .filter(({ rule }) => keepsPeopleAside(rule.options))
      .map(({ rule, snapshot }) => ({ ruleId: rule.id, personId: snapshot.person.id })),
  );
  for (const { rule, snapshot, event, causedBy } of candidates) {
    const personId = snapshot.person.id;
    const { why } = evaluateRule(rule.compiled, snapshot, event);
    const recentRuns = history.recentRuns.get(personId) ?? [];
    const rulePerson = `${rule.id}:${personId}`;
    const earlier = draws.get(rulePerson) ?? null;
    const loop = detectLoop(rule.id, recentRuns, now);
    if (loop) started.notifications.push({ kind: "rule_loop", params: { rule: rule.name }, link: "/rules" });
    const entry = loop
      ? { enters: false as const, why: loop }
      : enterRule(
          rule.options,
          {
            lastFiredAt: lastEntryAt(history.lastFiredAt.get(rulePerson) ?? null, earlier),
            sentToday: history.sentToday.get(personId) ?? 0,
          },
          now,
        );
    const obstacle: Reason | null = entry.enters
      ? running.has(rulePerson)
        ? { code: "already_running" }
        : isKeptAside(rule.options, earlier, now)
          ? { code: "run_held_out" }
          : null
      : entry.why;
    if (!entry.enters || obstacle) {
      started.runs.push(newRun(rule, personId, false, obstacle ? [...why, obstacle] : why, causedBy));
      continue;
    }
    const run = newRun(rule, personId, true, why, causedBy);
    const dueAt = rule.compiled.opensAt(snapshot, entry.dueAt) ?? entry.dueAt;
    const { sequence } = rule.compiled;
    const person = { status: snapshot.person.status, segments: snapshot.segments };
    const drawn = { runId: run.id, isReached: hasReached(rule.options, person), earlier };
    const goal = sequence && drawRun(rule.options, drawn, now);
    if (goal?.draw && goal.goalUntil !== null)
      draws.set(rulePerson, { draw: goal.draw, startedAt: now, goalUntil: goal.goalUntil });
    if (sequence && goal?.draw === "held_out") {
      // The rule does not count as fired for them: nothing follows from it.
      started.runs.push({ ...run, fired: false, why: [...why, { code: "run_held_out" }] });
      started.sequenceRuns.push(newSequenceRun(sequence, run, "trigger", goal, now, dueAt));
      continue;
    }
    started.runs.push(run);
    // Later candidates of this batch count this run too.
    history.recentRuns.set(personId, [...recentRuns, { ruleId: rule.id, at: now }]);
    history.lastFiredAt.set(rulePerson, now);
    if (sequence && goal) {
      running.add(rulePerson);
      started.sequenceRuns.push(newSequenceRun(sequence, run, "trigger", goal, now, dueAt));
    } else {
      started.actions.push(...newActions(rule, run, dueAt, now));
      for (const work of rule.compiled.work)
        addRuleWork(started, rule.name, personId, work, new Date(dueAt).toISOString());
    }
    started.timeline.push({
      personId,
      eventType: "rule_fired",
      source: rule.name,
      title: rule.name,
      description: null,
      metadata: { rule: rule.name, ruleId: rule.id, reasons: why },
      causedBy: run.id,
    });
  }
  return started;
};

/** Who is kept aside has entered the rule, too. */
const lastEntryAt = (lastFiredAt: number | null, earlier: EarlierDraw | null): number | null =>
  earlier?.draw === "held_out" ? Math.max(lastFiredAt ?? 0, earlier.startedAt) : lastFiredAt;

/** A run at the first step of its sequence. */
export const newSequenceRun = (
  sequence: Sequence,
  { id, ruleId, personId }: Pick<NewRun, "id" | "ruleId" | "personId">,
  entry: RunEntry,
  goal: RunGoal,
  startedAt: number,
  dueAt: number,
): NewSequenceRun => ({
  ...{ id, ruleId, personId, entry, goal, startedAt, dueAt },
  stepId: firstOpenStep(sequence)?.id ?? null,
});

export const newActions = (rule: StoredCompiledRule, run: NewRun, dueAt: number, now: number): NewAction[] =>
  rule.compiled.actions.map((action, index) => ({
    id: newId(),
    personId: run.personId,
    ruleId: rule.id,
    ruleRunId: run.id,
    type: action.channel,
    config: {
      ...(action.is === "name" ? { template: action.template } : { text: action.template }),
      purpose: "marketing",
      stopOnReply: rule.options.stopOnReply,
      repeatHours: rule.options.repeatHours,
      firedAt: now,
    },
    // A millisecond apart, so that actions of a run are sent in their order.
    notBefore: new Date(dueAt + index).toISOString(),
    causedBy: run.causedBy,
  }));
