import { explainScores } from "#domain/scoring/explain.ts";
import { buildHistory, parseHistory } from "#domain/scoring/history.ts";
import { priorModel } from "#domain/scoring/model.ts";
import { scoringFacts } from "#server/pipeline/react/update-scores.ts";
import { findProfile, readPastEvents } from "#server/store/people/profiles.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

/** Explains scores by the same function that makes them, from the same history. */
export const personScores: Pick<Handlers["people"], "scores"> = {
  scores: async ({ input: { params }, services: { database } }) => {
    const now = Date.now();
    const person = await findProfile(database.db, params.id);
    if (!person) throw new Problem("not_found");
    const { version } = priorModel;
    const { scores: stored, scoredAt, modelVersion } = person;
    if (!stored || !scoredAt) return { scores: [], version, storedVersion: null, scoredAt: null };
    const past = (await readPastEvents(database.db, [person.id])).get(person.id) ?? [];
    const history = person.history === null ? buildHistory(past, now) : parseHistory(person.history);
    const explained = explainScores({ facts: scoringFacts(person), history, now }, past, priorModel);
    return {
      scores: explained.map((score) => ({
        ...score,
        stored: stored[score.name],
        parts: score.parts.map((part) => ({
          ...part,
          lastAt: part.lastAt === null ? null : new Date(part.lastAt).toISOString(),
        })),
      })),
      version,
      storedVersion: modelVersion,
      scoredAt: scoredAt.toISOString(),
    };
  },
};
