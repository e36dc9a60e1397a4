import type { Scores } from "#domain/rules/snapshot.ts";
import { messageRereadType, spokenType } from "#domain/scoring/behaviours.ts";
import {
  addActivity,
  type BehaviourHistory,
  buildHistory,
  type PastActivity,
  parseHistory,
} from "#domain/scoring/history.ts";
import { priorModel } from "#domain/scoring/model.ts";
import { scorePerson, scoreValues } from "#domain/scoring/score.ts";
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
  after: Scores;
  reactions: Reaction[];
};

/** A message counts as such, and by what it says. */
const activitiesOf = ({ type, at, signals }: Reaction): PastActivity[] => [
  { type, at },
  ...(signals && type !== messageRereadType ? [{ type: spokenType(signals.intent), at }] : []),
];

/** What the reactions are about is on the timeline already, and must not count twice. */
const earlierThan = (reactions: Reaction[], activities: PastActivity[]): PastActivity[] => {
  const firstAt = Math.min(...reactions.map(({ at }) => at));
  return activities.filter(({ at }) => at < firstAt);
};

/** Computes the scores of the people that the reactions are about; `save` stores them. */
export const updateScores = async (
  tx: Tx,
  reactions: Reaction[],
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
    const after = scoreValues(scorePerson({ facts: scoringFacts(person), history, now }, priorModel));
    scores.push({ personId: person.id, ...after, history, version: priorModel.version });
    moves.push({ person, before: person.scores, after, reactions: own });
  }
  return { moves, save: () => saveScores(tx, scores) };
};
