import type { NotificationKind } from "#domain/notification.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { detectLoop, enterRule } from "#domain/rules/entry.ts";
import { evaluateRule } from "#domain/rules/evaluate.ts";
import {
  eventReceived,
  type RuleEvent,
  type RuleSnapshot,
  type Scores,
  scoresChanged,
} from "#domain/rules/snapshot.ts";
import { timePassed } from "#domain/scoring/behaviours.ts";
import { advance, type History, historyOf, readHistory } from "#domain/scoring/history.ts";
import { priorModel } from "#domain/scoring/model.ts";
import { scorePerson, valuesOf } from "#domain/scoring/score.ts";
import { system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import { together } from "#server/db/together.ts";
import { type Done, nothingDone } from "#server/pipeline/worker.ts";
import type { BookRule, RuleBook } from "#server/store/automation/compiled-rules.ts";
import { type Happened, takeHappenings } from "#server/store/automation/reaction-queue.ts";
import {
  insertActions,
  insertRuns,
  type NewAction,
  type NewRun,
  pastRuns,
} from "#server/store/automation/rule-runs.ts";
import { addToTimeline, type TimelineRow } from "#server/store/ingestion/recording.ts";
import {
  holdProfiles,
  type NewScores,
  type Profiled,
  pastOf,
  saveScores,
} from "#server/store/people/profiles.ts";
import type { Write } from "#server/store/write.ts";

/** What the stage works with. */
export type Reacting = {
  write: Write;
  book: RuleBook;
  /** The workspace's zone, and when its day began. */
  day: (now: number) => Promise<{ zone: string; midnight: Date }>;
};

type Moved = { person: Profiled; before: Scores | null; after: Scores; happened: Happened[] };

/** More than a batch of the stage before: what happened to one person meanwhile is summed up at once. */
const mostRows = 4;

/** The third and fourth stage: what happened moves scores, and scores and happenings set rules off. */
export const reactNext = async ({ write, book, day }: Reacting): Promise<Done> => {
  // Asked before the transaction, which must not wait for a second connection.
  const rules = await book.enabled();
  const today = await day(Date.now());
  return write(system, async ({ tx, touch, redoable }) => {
    const { happened, more } = await takeHappenings(tx, mostRows);
    if (happened.length === 0) return nothingDone;
    const [{ timeline, actions }] = await together([
      react(tx, happened, rules, today, Date.now()),
      redoable(),
    ]);
    await addToTimeline(tx, timeline, false);
    touch("people");
    if (actions > 0) touch("actions", "rules");
    return { done: happened.length, more };
  });
};

const react = async (
  tx: Tx,
  happened: Happened[],
  rules: readonly BookRule[],
  today: { zone: string; midnight: Date },
  now: number,
): Promise<{ timeline: TimelineRow[]; actions: number }> => {
  const byPerson = Map.groupBy(happened, ({ personId }) => personId);
  const people = await holdProfiles(tx, [...byPerson.keys()]);
  const past = await pastOf(
    tx,
    people.filter(({ history }) => history === null).map(({ id }) => id),
  );
  const moved: Moved[] = [];
  const scored: NewScores[] = [];
  for (const person of people) {
    const mine = byPerson.get(person.id) ?? [];
    const known =
      person.history === null ? historyOf(past.get(person.id) ?? [], now) : readHistory(person.history);
    const history = mine.reduce<History>((sum, one) => advance(sum, one, now), known);
    const scores = scorePerson({ facts: factsOf(person), history, now }, priorModel);
    const after = valuesOf(scores);
    scored.push({ personId: person.id, ...after, history, version: priorModel.version });
    moved.push({ person, before: person.scores, after, happened: mine });
  }
  const [decided] = await together([decide(tx, moved, rules, today, now), saveScores(tx, scored)]);
  return decided;
};

/** What scoring knows of somebody besides their past. */
export const factsOf = (person: Profiled) => ({
  type: person.type,
  status: person.status,
  sources: person.sources,
  optedOut: person.consents.dnc === true,
  consented: ["sms", "whatsapp", "call", "email"].some((channel) => person.consents[channel] === true),
  createdAt: person.createdAt,
});

export const snapshotOf = (
  person: Omit<Profiled, "scores" | "history" | "sources">,
  before: Scores | null,
  after: Scores | null,
  zone: string,
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
    // Few rules ask for the hour, and finding out where somebody may be costs more than all the rest.
    get recipient() {
      const { phone, zip, region, timezone } = person;
      return candidatePlaces({ phone, zip, region, zone: timezone }).map((place) => place.zone);
    },
    workspace: zone,
  },
});

type Candidate = { rule: BookRule; snapshot: RuleSnapshot; happening: RuleEvent; causedBy: string };

/** A score moves once, with the first thing that happened; what came with it only arrives. */
const happeningsOf = ({ before, after, happened }: Moved): { happening: RuleEvent; causedBy: string }[] =>
  happened.map(({ type, causedBy }, at) => {
    const moved = { previousScores: at === 0 ? before : after, scores: after };
    return { happening: type === timePassed ? scoresChanged(moved) : eventReceived(moved, type), causedBy };
  });

const decide = async (
  tx: Tx,
  moved: Moved[],
  rules: readonly BookRule[],
  { zone, midnight }: { zone: string; midnight: Date },
  now: number,
): Promise<{ timeline: TimelineRow[]; actions: number }> => {
  if (rules.length === 0) return { timeline: [], actions: 0 };
  const firing: Candidate[] = [];
  const runs: NewRun[] = [];
  for (const one of moved) {
    const snapshot = snapshotOf(one.person, one.before, one.after, zone, now);
    for (const { happening, causedBy } of happeningsOf(one)) {
      for (const rule of rules) {
        const { compiled } = rule;
        if (compiled.fires(snapshot, happening)) firing.push({ rule, snapshot, happening, causedBy });
        else if (compiled.triggers.some(({ fires }) => fires(happening))) {
          // It was close: somebody will ask why it did not.
          const { why } = evaluateRule(compiled, snapshot, happening);
          runs.push(runOf(rule, snapshot.person.id, false, why, causedBy));
        }
      }
    }
  }
  const started = firing.length === 0 ? noStart : await start(tx, firing, midnight, now);
  await together([
    insertRuns(tx, [...runs, ...started.runs]),
    insertActions(tx, started.actions),
    started.looping.length > 0 && tx.insert(notifications).values(started.looping),
  ]);
  return { timeline: started.timeline, actions: started.actions.length };
};

const runOf = (
  rule: BookRule,
  personId: string,
  fired: boolean,
  why: NewRun["why"],
  causedBy: string | null,
): NewRun => ({ id: newId(), ruleId: rule.id, version: rule.version, personId, fired, why, causedBy });

type Started = {
  runs: NewRun[];
  actions: NewAction[];
  timeline: TimelineRow[];
  looping: { kind: NotificationKind; params: Record<string, string | number>; link: string }[];
};
const noStart: Started = { runs: [], actions: [], timeline: [], looping: [] };

/** Those that fire pass what limits them: loops, re-entry, and how much somebody was sent today. */
const start = async (tx: Tx, firing: Candidate[], midnight: Date, now: number): Promise<Started> => {
  const past = await pastRuns(
    tx,
    firing.map(({ rule, snapshot }) => ({ ruleId: rule.id, personId: snapshot.person.id })),
    midnight,
  );
  const started: Started = { runs: [], actions: [], timeline: [], looping: [] };
  for (const { rule, snapshot, happening, causedBy } of firing) {
    const personId = snapshot.person.id;
    const { why } = evaluateRule(rule.compiled, snapshot, happening);
    const recent = past.recent.get(personId) ?? [];
    const loop = detectLoop(rule.id, recent, now);
    const key = `${rule.id}:${personId}`;
    const history = {
      lastFiredAt: past.last.get(key) ?? null,
      sentToday: past.sentToday.get(personId) ?? 0,
    };
    const entry = loop ? { enters: false as const, why: loop } : enterRule(rule.options, history, now);
    if (loop) started.looping.push({ kind: "rule_loop", params: { rule: rule.name }, link: "/rules" });
    if (!entry.enters) {
      started.runs.push(runOf(rule, personId, false, [...why, entry.why], causedBy));
      continue;
    }
    const run = runOf(rule, personId, true, why, causedBy);
    started.runs.push(run);
    recent.push({ ruleId: rule.id, at: now });
    past.recent.set(personId, recent);
    past.last.set(key, now);
    started.actions.push(...actionsOf(rule, run, entry.dueAt, now));
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

const actionsOf = (rule: BookRule, run: NewRun, dueAt: number, now: number): NewAction[] =>
  rule.compiled.actions.map((action, place) => ({
    id: newId(),
    personId: run.personId,
    ruleId: rule.id,
    ruleRunId: run.id,
    type: action.channel,
    config: {
      ...(action.is === "name" ? { template: action.template } : { text: action.template }),
      purpose: "marketing",
      stopOnReply: rule.options.stopOnReply,
      firedAt: now,
    },
    // In order: each a moment after the one before.
    notBefore: new Date(dueAt + place).toISOString(),
    causedBy: run.causedBy,
  }));
