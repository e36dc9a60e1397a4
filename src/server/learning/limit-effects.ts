import { sql } from "drizzle-orm";
import { compileRule } from "#domain/rules/evaluate.ts";
import type { RuleInput } from "#domain/rules/rule.ts";
import {
  compareLimit,
  findScoreLimits,
  type LimitEffect,
  type ScoreLimit,
  type ScorePair,
} from "#domain/rules/score-limits.ts";
import type { RuleSnapshot, Scores } from "#domain/rules/snapshot.ts";
import { buildHistory, parseHistory } from "#domain/scoring/history.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { createScorer, type ScoreModel, type Scorer } from "#domain/scoring/scorer.ts";
import type { Reader } from "#server/db/database.ts";
import { readScoreModels } from "#server/store/ai/score-models.ts";
import { readEnabledDefinitions } from "#server/store/automation/compiled-rules.ts";
import {
  findProfiles,
  type PersonProfile,
  readPastEvents,
  scoringFacts,
} from "#server/store/people/profiles.ts";

/** More people would not change the shares, and scoring them twice takes time. */
const maxPeople = 10_000;
const pageSize = 1000;

/** What a model would do to one rule: the people whom it would match, and its limits on the score. */
export type RuleEffect = Omit<LimitEffect, "proposed"> & {
  id: string;
  name: string;
  limits: (ScoreLimit & { proposed: number | null })[];
};
export type LimitEffects = {
  /** People who were scored with both models, of all who were ever scored. */
  people: number;
  total: number;
  rules: RuleEffect[];
};

type Candidate = ScoreModel & { score: ScoreName };

/** Hours of the day do not depend on scores, so no zone is looked up. */
const snapshotOf = (person: PersonProfile, scores: Scores | null, now: number): RuleSnapshot => ({
  person: { ...person, optedOut: person.isOptedOut || person.consents.dnc === true },
  scores,
  previousScores: null,
  now,
  zones: { recipient: [], workspace: "UTC" },
});

/** The triggers that are such limits: one on an event, which counts as arrived, would hide what they do. */
const triggersOn = ({ triggers }: Pick<RuleInput, "triggers">, limits: readonly ScoreLimit[]) => {
  const rows = new Set(limits.filter(({ part }) => part === "triggers").map(({ row }) => row));
  return rows.size === 0 ? triggers : triggers.filter((_, row) => rows.has(row));
};

const readSample = async (db: Reader): Promise<{ ids: string[]; total: number }> => {
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM ai_profiles`,
  );
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT person_id AS id FROM ai_profiles ORDER BY hashtext(person_id::text), person_id LIMIT ${maxPeople}`,
  );
  return { ids: rows.map(({ id }) => id), total: counted[0]?.total ?? 0 };
};

const scoreBoth = async (
  db: Reader,
  ids: readonly string[],
  [current, other]: readonly [Scorer, Scorer],
  now: number,
  each: (person: PersonProfile, before: Scores | null, after: Scores | null) => void,
): Promise<void> => {
  for (let from = 0; from < ids.length; from += pageSize) {
    const people = await findProfiles(db, ids.slice(from, from + pageSize));
    const past = await readPastEvents(
      db,
      people.filter(({ history }) => history === null).map(({ id }) => id),
    );
    for (const person of people) {
      const history =
        person.history === null ? buildHistory(past.get(person.id) ?? [], now) : parseHistory(person.history);
      const subject = { facts: scoringFacts(person), history, now };
      each(person, current.score(subject).scores, other.score(subject).scores);
    }
  }
};

/** What the fixed limits of the enabled rules would do with a model that is not used yet. */
export const readLimitEffects = async (
  db: Reader,
  { score, ...candidate }: Candidate,
  now: number,
): Promise<LimitEffects> => {
  const rules = (await readEnabledDefinitions(db)).flatMap((rule) => {
    const limits = findScoreLimits(rule).filter((limit) => limit.score === score);
    const counts = { before: 0, after: 0, newly: 0, noLonger: 0 };
    const compiled = compileRule({ ...rule, triggers: triggersOn(rule, limits) });
    return limits.length === 0 ? [] : [{ rule, limits, counts, compiled }];
  });
  if (rules.length === 0) return { people: 0, total: 0, rules: [] };
  const inUse = await readScoreModels(db);
  const scorers = [createScorer(inUse), createScorer({ ...inUse, [score]: candidate })] as const;
  const { ids, total } = await readSample(db);
  const pairs: ScorePair[] = [];
  await scoreBoth(db, ids, scorers, now, (person, before, after) => {
    pairs.push({ before: before?.[score] ?? null, after: after?.[score] ?? null });
    for (const { compiled, counts } of rules) {
      const [was, is] = [before, after].map((scores) => compiled.matches(snapshotOf(person, scores, now)));
      counts.before += Number(was);
      counts.after += Number(is);
      counts.newly += Number(is && !was);
      counts.noLonger += Number(was && !is);
    }
  });
  return {
    people: pairs.length,
    total,
    rules: rules.map(({ rule, limits, counts }) => ({
      id: rule.id,
      name: rule.name,
      ...counts,
      limits: limits.map((limit) => ({ ...limit, proposed: compareLimit(limit, pairs).proposed })),
    })),
  };
};
