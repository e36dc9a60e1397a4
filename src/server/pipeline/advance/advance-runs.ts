import type { PersonField } from "#contract/person-fields.ts";
import { indexHolidays } from "#domain/compliance/place-hours.ts";
import type { Language } from "#domain/language.ts";
import { fieldDates } from "#domain/people/field-dates.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import { isEventDate } from "#domain/rules/step-parts.ts";
import { advance, applyMove, asksModel, type Move, type RunFacts } from "#domain/sequences/advance.ts";
import { drawVariant, messageOf, type Sequence } from "#domain/sequences/compile-sequence.ts";
import { eventDates } from "#domain/sequences/event-dates.ts";
import type { Run } from "#domain/sequences/run-state.ts";
import type { LocalCalendar } from "#domain/sequences/wait-end.ts";
import { system } from "#server/audit/entry.ts";
import type { Clock } from "#server/clock.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { isConnectionLost, isDeadlock, isLockTimeout, isStatementTimeout } from "#server/db/errors.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { describeError } from "#server/error-text.ts";
import type { Log } from "#server/log.ts";
import { type BatchResult, emptyBatch } from "#server/pipeline/queue-worker.ts";
import type { StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { setRunAside } from "#server/store/automation/end-runs.ts";
import { findPlaces, moveFromRemovedSteps } from "#server/store/automation/removed-steps.ts";
import {
  claimRuns,
  hasDueRuns,
  listDueRuns,
  type NewStep,
  type RunPerson,
  type RunSelection,
  readRunActions,
  readRunPeople,
  type StoredRun,
} from "#server/store/automation/sequence-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import { readOptOutTimes } from "#server/store/compliance/gate-facts.ts";
import { readEventFields } from "#server/store/ingestion/events.ts";
import type { AudienceReferences } from "#server/store/people/audience-context.ts";
import { readSegmentMemberships, type SegmentMemberships } from "#server/store/people/segment-memberships.ts";
import type { WorkspaceDay } from "#server/store/workspace/day.ts";
import type { Write } from "#server/store/write.ts";
import { asksForChannel, type ChooseChannel, readChannelChoice } from "./choose-channel.ts";
import { applyEffects, endEntry, noEffects, planStep, type StepEffects, stepAction } from "./step-effects.ts";

export type AdvanceContext = {
  database: { db: Reader };
  write: Write;
  clock: Clock;
  log: Log;
  hash: AddressHash;
  rules: () => Promise<readonly StoredCompiledRule[]>;
  audienceReferences: () => Promise<AudienceReferences>;
  contactRules: (now: number) => Promise<ContactRules>;
  day: (now: number) => Promise<WorkspaceDay>;
  personFields: () => Promise<PersonField[]>;
  business: () => Promise<{ language: Language }>;
};

type SequenceRule = StoredCompiledRule & { compiled: { sequence: Sequence } };

const maxRuns = 250;

const isSequenceRule = (rule: StoredCompiledRule): rule is SequenceRule => rule.compiled.sequence !== null;

/** Lets the due runs of enabled rules go on. */
export const advanceNext = async (context: AdvanceContext): Promise<BatchResult> => {
  const rules = (await context.rules()).filter(isSequenceRule);
  const selection = { ruleIds: rules.map(({ id }) => id), limit: maxRuns };
  if (!(await hasDueRuns(context.database.db, selection.ruleIds))) return emptyBatch;
  try {
    const done = await advanceBatch(selection, rules, context);
    return { done, hasMore: done >= maxRuns };
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return advanceApart(selection, rules, context);
  }
};

/** It says nothing of the run: the database was too busy. */
const isPassing = (error: unknown): boolean =>
  isConnectionLost(error) || isStatementTimeout(error) || isLockTimeout(error) || isDeadlock(error);

/** After a batch failed: one by one, and a run that fails alone is set aside, so that it blocks no others. */
const advanceApart = async (
  selection: RunSelection,
  rules: readonly SequenceRule[],
  context: AdvanceContext,
): Promise<BatchResult> => {
  const ids = await listDueRuns(context.database.db, selection);
  for (const id of ids) {
    try {
      await advanceBatch({ id }, rules, context);
    } catch (error) {
      if (isPassing(error)) throw error;
      await setAside(id, error, context);
    }
  }
  return { done: ids.length, hasMore: true };
};

const setAside = async (id: string, error: unknown, { write, log }: AdvanceContext): Promise<void> => {
  log.warn({ error, runId: id }, "a run of a sequence failed and was set aside");
  await write(system, async ({ tx, audit, touch }) => {
    const ruleId = await setRunAside(tx, id);
    audit({
      eventType: "failed_action",
      entityType: "rule",
      entityId: ruleId ?? "",
      details: { kind: "run_set_aside" },
      metadata: { runId: id, detail: describeError(error).slice(0, 500) },
      status: "failure",
    });
    touch("rule-runs");
  });
};

const advanceBatch = async (
  selection: RunSelection,
  rules: readonly SequenceRule[],
  context: AdvanceContext,
): Promise<number> => {
  // Before the transaction, which must not wait for a second connection.
  const now = context.clock.now();
  const day = await context.day(now);
  const { timezone } = day;
  const personFields = await context.personFields();
  const contactRules = await context.contactRules(now);
  const { holidays } = contactRules;
  const { language } = await context.business();
  const hasSegments = rules.some(({ compiled }) => compiled.sequence.segmentIds.length > 0);
  const references = hasSegments ? await context.audienceReferences() : undefined;
  const holidayIndex = indexHolidays(holidays);
  const calendarOf = ({ phone, zip, region, timezone: zone }: RunPerson): LocalCalendar => {
    const [place] = candidatePlaces({ phone, zip, region, zone });
    const days = holidayIndex.daysIn(place?.region ?? null);
    return { zone: place?.zone ?? timezone, isHoliday: (day) => days.has(day) };
  };
  return context.write(system, async (writing) => {
    const claimed = await claimRuns(writing.tx, selection);
    const displaced = await moveDisplaced(writing.tx, claimed, rules);
    const runs = claimed.filter(({ id }) => !displaced.has(id));
    if (runs.length === 0) return displaced.size;
    // By the later of two clocks: a run that is due must not wait for this process's clock.
    const at = Math.max(writing.clock.now(), ...runs.map(({ claimedAt }) => claimedAt));
    const read = await readFacts(
      writing.tx,
      runs,
      rules,
      references,
      timezone,
      context.hash,
      personFields,
      at,
    );
    const choosing = new Set(
      rules.filter(({ compiled }) => asksForChannel(compiled.sequence)).map(({ id }) => id),
    );
    const choose = await readChannelChoice(
      writing.tx,
      [...new Set(runs.flatMap(({ ruleId, personId }) => (choosing.has(ruleId) ? [personId] : [])))],
      { contactRules, hash: context.hash, language, now: at },
    );
    const effects = noEffects();
    for (const run of runs) {
      const rule = rules.find(({ id }) => id === run.ruleId);
      const person = read.people.get(run.personId);
      if (!rule || !person) continue;
      const facts = read.factsOf(run, person, calendarOf(person));
      advanceRun(effects, rule, run, person, facts, choose);
    }
    await applyEffects(writing, effects, { hash: context.hash, personFields, day });
    return claimed.length;
  });
};

/**
 * Runs at steps that their rules do not have: an edit removed them and its job has not come to these runs, or this
 * process knows an older version. They are left for the next time.
 */
const moveDisplaced = async (
  tx: Tx,
  runs: readonly StoredRun[],
  rules: readonly SequenceRule[],
): Promise<ReadonlySet<string>> => {
  const displaced = new Set<string>();
  for (const { id: ruleId, compiled } of rules) {
    const here = new Set(compiled.sequence.steps.map(({ id }) => id));
    const lost = runs.filter((run) => run.ruleId === ruleId && run.stepId !== null && !here.has(run.stepId));
    if (lost.length === 0) continue;
    const stepIds = [...new Set(lost.flatMap(({ stepId }) => stepId ?? []))];
    const found = await findPlaces(tx, ruleId, stepIds);
    if (!found) continue;
    await moveFromRemovedSteps(tx, ruleId, found);
    const isKnown = (stepId: string | null) =>
      stepId !== null && (found.places.has(stepId) || found.version !== versionOf(rules, ruleId));
    for (const { id, stepId } of lost) if (isKnown(stepId)) displaced.add(id);
  }
  return displaced;
};

const versionOf = (rules: readonly SequenceRule[], ruleId: string): number | undefined =>
  rules.find(({ id }) => id === ruleId)?.version;

type ReadFacts = {
  people: Map<string, RunPerson>;
  factsOf: (run: StoredRun, person: RunPerson, calendar: LocalCalendar) => RunFacts;
};

const readFacts = async (
  tx: Tx,
  runs: readonly StoredRun[],
  rules: readonly SequenceRule[],
  references: AudienceReferences | undefined,
  timezone: string,
  hash: AddressHash,
  fields: readonly PersonField[],
  now: number,
): Promise<ReadFacts> => {
  const [people, actions] = await inOneRoundTrip([
    readRunPeople(tx, [...new Set(runs.map(({ personId }) => personId))]),
    readRunActions(
      tx,
      runs.filter(({ state }) => state === "acting"),
    ),
  ]);
  const optOuts = await readOptOutTimes(tx, [...people.values()], hash);
  const events = await readEventFields(tx, causesAsked(runs, rules));
  const memberships = references && (await readSegments(tx, runs, rules, people, references, timezone, now));
  return {
    people,
    factsOf: (run, person, calendar) => {
      const segments = memberships?.get(person.id);
      return {
        now,
        optedOutAt: person.doNotContact ? now : (optOuts.get(person.id) ?? null),
        answeredAt: person.answeredAt,
        colleagueWroteAt: person.colleagueWroteAt,
        convertedAt: person.convertedAt,
        segments: new Map([...(segments ?? [])].map(([id, { isMember }]) => [id, isMember])),
        calendar,
        dates: new Map([
          ...fieldDates(person.fields, fields),
          ...eventDates(events.get(run.causedBy ?? "") ?? {}, calendar.zone, Date.parse),
        ]),
        action: actions.get(run.id) ?? null,
      };
    },
  };
};

/** The events whose dates steps of these runs wait around. */
const causesAsked = (runs: readonly StoredRun[], rules: readonly SequenceRule[]): string[] => {
  const asking = new Set(
    rules
      .filter(({ compiled }) => compiled.sequence.steps.some(({ wait }) => isEventDate(wait?.around ?? "")))
      .map(({ id }) => id),
  );
  return [...new Set(runs.flatMap(({ ruleId, causedBy }) => (asking.has(ruleId) ? (causedBy ?? []) : [])))];
};

/** The segments that the rules of these runs ask for. */
const readSegments = (
  tx: Tx,
  runs: readonly StoredRun[],
  rules: readonly SequenceRule[],
  people: ReadonlyMap<string, RunPerson>,
  references: AudienceReferences,
  timezone: string,
  now: number,
): Promise<SegmentMemberships> => {
  const asking = new Map(
    rules.filter(({ compiled }) => compiled.sequence.segmentIds.length > 0).map((rule) => [rule.id, rule]),
  );
  const scores = new Map<string, Scores | null>();
  const segmentIds = new Set<string>();
  for (const { ruleId, personId } of runs) {
    const rule = asking.get(ruleId);
    if (!rule) continue;
    scores.set(personId, people.get(personId)?.scores ?? null);
    for (const id of rule.compiled.sequence.segmentIds) segmentIds.add(id);
  }
  return readSegmentMemberships(tx, scores, [...segmentIds], { ...references, now, timezone, userId: null });
};

/** Decides for one run until it waits, rests or ends, and adds what it does to the effects. */
const advanceRun = (
  effects: StepEffects,
  rule: SequenceRule,
  stored: StoredRun,
  person: RunPerson,
  facts: RunFacts,
  choose: ChooseChannel,
): void => {
  const { sequence } = rule.compiled;
  let run: Run = stored;
  for (;;) {
    const move = advance(sequence, run, facts);
    record(effects, rule, { ...stored, ...run }, person, facts.now, move, choose);
    run = applyMove(sequence, run, move, facts.now);
    const rest = restAfter(run, move, facts.now);
    if (rest) {
      effects.runs.push({ ...run, ...rest, endedAt: run.state === "ended" ? facts.now : null });
      return;
    }
  }
};

/** When to decide again after a move; undefined: at once. */
const restAfter = (run: Run, move: Move, now: number) => {
  switch (move.kind) {
    case "end":
      return { dueAt: null, why: [move.why, ...(move.details ?? [])] };
    case "rest":
      return { dueAt: null, why: [move.why] };
    case "wait":
      return { dueAt: move.until, why: [move.why] };
    case "act": {
      if (run.state === "acting") {
        const waitsFor = asksModel(move.step) ? "run_waits_for_ai" : "run_waits_for_task";
        const why = move.step.holds
          ? { code: waitsFor as typeof waitsFor, until: run.goodUntil }
          : { code: "run_at_step" as const };
        return { dueAt: run.goodUntil, why: [why] };
      }
      // What comes next is decided by the person as this step leaves them.
      const { does } = move.step;
      return "step" in does && (does.step === "change" || does.step === "field")
        ? { dueAt: now, why: [{ code: "run_waits" as const, until: now }] }
        : undefined;
    }
    default:
      return undefined;
  }
};

/** Adds what a move does to the effects. */
const record = (
  effects: StepEffects,
  rule: SequenceRule,
  run: StoredRun,
  person: RunPerson,
  now: number,
  move: Move,
  choose: ChooseChannel,
): void => {
  const add = (stepId: string, values: Partial<NewStep>): void => {
    effects.steps.push({
      ...{ runId: run.id, stepId, ruleId: rule.id, position: run.done.length, version: rule.version },
      ...{ result: "done", answer: null, variant: null, why: [], at: now },
      ...values,
    });
  };
  switch (move.kind) {
    case "end":
      if (run.state === "acting") effects.takenBack.push({ runId: run.id, why: move.why });
      effects.timeline.push(endEntry(rule, run, [move.why]));
      break;
    case "answer":
      add(move.step.id, { answer: move.answer, why: [move.why] });
      break;
    case "pass": {
      const { step, result, why, at } = move;
      add(step.id, { result, why, at, variant: drawVariant(step, run.id) });
      break;
    }
    case "takeBack":
      effects.takenBack.push({ runId: run.id, why: move.why });
      add(move.step.id, { result: "left_out", why: [move.why] });
      break;
    case "act": {
      const { does, id, holds } = move.step;
      const message = messageOf(move.step, run.id);
      if (message) {
        const to = { personId: person.id, ruleId: rule.id, preferred: person.preferredChannel };
        const chosen = choose(message, { ...to, latest: move.goodUntil ?? now });
        effects.actions.push(stepAction(rule, run, id, chosen, now));
      } else {
        if ("service" in does || "step" in does)
          planStep(effects, rule, run, person, { id, does, holds }, now);
        // A step that holds the run is done later.
        if (!holds) add(id, {});
      }
      break;
    }
    default:
  }
};
