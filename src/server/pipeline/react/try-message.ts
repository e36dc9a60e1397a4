import type { CountedReading } from "#domain/reading/counted-reading.ts";
import type { InboundText } from "#domain/reading/labels.ts";
import { signalsOf } from "#domain/reading/signals-of-reading.ts";
import type { Reason } from "#domain/reason.ts";
import { detectLoop, enterRule } from "#domain/rules/entry.ts";
import { evaluateRule } from "#domain/rules/evaluate.ts";
import { eventReceived, type Scores } from "#domain/rules/snapshot.ts";
import { explainScores } from "#domain/scoring/explain.ts";
import { addActivity, buildHistory, parseHistory } from "#domain/scoring/history.ts";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import type { Scorer } from "#domain/scoring/scorer.ts";
import type { Db } from "#server/db/database.ts";
import type { StoredCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { readRunHistory } from "#server/store/automation/rule-runs.ts";
import { type PersonProfile, readPastEvents, scoringFacts } from "#server/store/people/profiles.ts";
import { readPersonSegments } from "#server/store/people/segment-memberships.ts";
import type { WorkspaceDay } from "#server/store/workspace/day.ts";
import { ruleSnapshot, withSegments } from "./decide-rules.ts";
import { activitiesOf } from "./update-scores.ts";

export type TriedScore = {
  name: ScoreName;
  /** Null where not enough was known of the person. */
  before: number | null;
  after: number;
  changes: { feature: string; points: number }[];
};
export type TriedRule = { id: string; name: string; fires: boolean; why: Reason[] };

const messageType = "message_received";
const minPoints = 0.5;

/** What a message of a person would change, by the functions that react to real ones. Nothing is written. */
export const tryMessage = async (
  person: PersonProfile,
  { channel }: Pick<InboundText, "channel">,
  reading: CountedReading,
  context: { db: Db; scorer: Scorer; rules: readonly StoredCompiledRule[]; day: WorkspaceDay; now: number },
): Promise<{ scores: TriedScore[]; rules: TriedRule[] }> => {
  const { db, scorer, rules, day, now } = context;
  const signals = signalsOf(reading);
  const facts = scoringFacts(person);
  const past = (await readPastEvents(db, [person.id])).get(person.id) ?? [];
  const history = person.history === null ? buildHistory(past, now) : parseHistory(person.history);
  const isOptOut = reading.optOut === "yes";
  const activities = [
    ...activitiesOf({ type: messageType, at: now, signals, channel: channel ?? "sms" }),
    ...(isOptOut ? [{ type: "opted_out", at: now }] : []),
  ];
  const changed = activities.reduce((sum, activity) => addActivity(sum, activity, now), history);
  const wasKnown = scorer.isKnown({ facts, history, now });
  const before = explainScores({ facts, history, now }, past, scorer);
  const factsAfter = { ...facts, optedOut: facts.optedOut || isOptOut };
  const after = explainScores({ facts: factsAfter, history: changed, now }, [...past, ...activities], scorer);
  const scores = scoreNames.map((name): TriedScore => {
    const [then, later] = [before, after].map((all) => all.find((score) => score.name === name));
    const pointsBefore = new Map(then?.parts.map(({ feature, points }) => [feature, points]));
    const pointsAfter = new Map(later?.parts.map(({ feature, points }) => [feature, points]));
    const changes = [...new Set([...pointsBefore.keys(), ...pointsAfter.keys()])]
      .map((feature) => ({
        feature,
        points: (pointsAfter.get(feature) ?? 0) - (pointsBefore.get(feature) ?? 0),
      }))
      .filter(({ points }) => Math.abs(points) >= minPoints)
      .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
    return { name, before: wasKnown ? (then?.value ?? 0) : null, after: later?.value ?? 0, changes };
  });
  const scoreOf = (name: ScoreName, when: "before" | "after"): number =>
    scores.find((score) => score.name === name)?.[when] ?? 0;
  const valuesOf = (when: "before" | "after"): Scores => ({
    intent: scoreOf("intent", when),
    propensity: scoreOf("propensity", when),
    churn: scoreOf("churn", when),
  });
  const scoresBefore = wasKnown ? valuesOf("before") : null;
  const plain = ruleSnapshot(person, scoresBefore, valuesOf("after"), day.timezone, now);
  const event = eventReceived(plain, messageType, signals);
  const triggered = rules.filter(({ compiled }) => compiled.triggers.some(({ fires }) => fires(event)));
  const segments = await readPersonSegments(
    db,
    { id: person.id, scores: valuesOf("after") },
    triggered.flatMap(({ compiled }) => compiled.segmentIds),
    { now, timezone: day.timezone, userId: null },
  );
  const snapshot = withSegments(plain, segments);
  const runs = await db.transaction((tx) =>
    readRunHistory(
      tx,
      triggered.map(({ id }) => ({ ruleId: id, personId: person.id })),
      day.midnight,
    ),
  );
  return {
    scores,
    rules: triggered.map(({ id, name, compiled, options }): TriedRule => {
      const { why } = evaluateRule(compiled, snapshot, event);
      if (!compiled.fires(snapshot, event)) return { id, name, fires: false, why };
      const loop = detectLoop(id, runs.recentRuns.get(person.id) ?? [], now);
      if (loop) return { id, name, fires: false, why: [...why, loop] };
      const limits = {
        lastFiredAt: runs.lastFiredAt.get(`${id}:${person.id}`) ?? null,
        sentToday: runs.sentToday.get(person.id) ?? 0,
      };
      const entry = enterRule(options, limits, now);
      return entry.enters
        ? { id, name, fires: true, why }
        : { id, name, fires: false, why: [...why, entry.why] };
    }),
  };
};
