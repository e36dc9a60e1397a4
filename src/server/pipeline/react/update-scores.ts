import type { Scores } from "#domain/rules/snapshot.ts";
import { messageRereadType, spokenType, timePassedType, triggerMetType } from "#domain/scoring/behaviours.ts";
import {
  addActivity,
  type BehaviourHistory,
  buildHistory,
  type PastActivity,
  parseHistory,
} from "#domain/scoring/history.ts";
import { messageDetails } from "#domain/scoring/message-details.ts";
import type { Scorer } from "#domain/scoring/scorer.ts";
import type { Tx } from "#server/db/database.ts";
import type { Reaction } from "#server/store/automation/reaction-queue.ts";
import {
  lockProfiles,
  type NewScores,
  type PersonProfile,
  readPastEvents,
  saveScores,
  scoringFacts,
} from "#server/store/people/profiles.ts";

/** A person's scores before and after what happened to them. */
export type ScoreMove = {
  person: PersonProfile;
  before: Scores | null;
  after: Scores | null;
  reactions: Reaction[];
};

/** A message counts as such, and by what it says. */
export const activitiesOf = ({
  type,
  at,
  signals,
  channel,
}: Pick<Reaction, "type" | "at" | "signals" | "channel">): PastActivity[] => [
  { type, at, channel: channel ?? null },
  ...(signals && type !== messageRereadType
    ? [{ type: spokenType(signals.intent), at, details: messageDetails(signals) }]
    : []),
];

const dayMs = 86_400_000;
const quietSnapshotDays = 7;

/** People without activity are kept once a week, because silence predicts too; the id spreads them over the days. */
export const isSnapshotDay = (personId: string, now: number): boolean =>
  (Math.floor(now / dayMs) + Number.parseInt(personId.slice(-4), 16)) % quietSnapshotDays === 0;

/** What the reactions are about is on the timeline already, and must not count twice. */
const earlierThan = (reactions: Reaction[], activities: PastActivity[]): PastActivity[] => {
  const firstAt = Math.min(...reactions.map(({ at }) => at));
  return activities.filter(({ at }) => at < firstAt);
};

/** Computes the scores of the people that the reactions are about; `save` stores them. */
export const updateScores = async (
  tx: Tx,
  reactions: Reaction[],
  scorer: Scorer,
  now: number,
): Promise<{ moves: ScoreMove[]; save: () => Promise<void> }> => {
  const byPerson = Map.groupBy(reactions, ({ personId }) => personId);
  const people = await lockProfiles(tx, [...byPerson.keys()]);
  const past = await readPastEvents(
    tx,
    people.filter(({ history }) => history === null).map(({ id }) => id),
  );
  const moves: ScoreMove[] = [];
  const scores: NewScores[] = [];
  for (const person of people) {
    const own = byPerson.get(person.id) ?? [];
    const before =
      person.history === null
        ? buildHistory(earlierThan(own, past.get(person.id) ?? []), now)
        : parseHistory(person.history);
    const history = own
      .flatMap(activitiesOf)
      .reduce<BehaviourHistory>((sum, activity) => addActivity(sum, activity, now), before);
    const facts = scoringFacts(person);
    const { scores: after, features } = scorer.score({ facts, history, now });
    const isKept =
      own.some(({ type }) => type !== timePassedType && type !== triggerMetType) ||
      isSnapshotDay(person.id, now);
    scores.push({
      personId: person.id,
      scores: after,
      history,
      version: scorer.version,
      snapshot: isKept ? { at: now, stage: person.status, isOptedOut: facts.optedOut, features } : null,
    });
    moves.push({ person, before: person.scores, after, reactions: own });
  }
  return { moves, save: () => saveScores(tx, scores) };
};
