import { type SQL, sql } from "drizzle-orm";
import { type CompiledAudience, compileAudience } from "#domain/audience/compile.ts";
import type { AudienceContext } from "#domain/audience/context.ts";
import type { Scores, SegmentMembership } from "#domain/rules/snapshot.ts";
import type { Reader } from "#server/db/database.ts";
import {
  type AudienceReferences,
  type AudienceUse,
  conditionOf,
  readAudienceReferences,
} from "./audience-context.ts";
import { combineNeeds, loadAudienceFacts } from "./audience-facts.ts";

type SegmentContext = AudienceContext & Pick<AudienceReferences, "segmentNames">;

/** The segments of people, by the ids of both. */
export type SegmentMemberships = ReadonlyMap<string, ReadonlyMap<string, SegmentMembership>>;

const compileSegments = (
  ids: readonly string[],
  context: SegmentContext,
): { id: string; name: string; compiled: CompiledAudience }[] =>
  [...new Set(ids)].flatMap((id) => {
    const name = context.segmentNames.get(id);
    if (name === undefined) return [];
    return [{ id, name, compiled: compileAudience({ field: `segment.${id}`, op: "in" }, context) }];
  });

const noScores = { intent: null, propensity: null, churn: null };

/** Which of the segments people are in, by the scores that they have now: these may not be stored yet. */
export const readSegmentMemberships = async (
  db: Reader,
  people: ReadonlyMap<string, Scores | null>,
  segmentIds: readonly string[],
  context: SegmentContext,
): Promise<SegmentMemberships> => {
  if (people.size === 0 || segmentIds.length === 0) return new Map();
  const segments = compileSegments(segmentIds, context);
  const needs = combineNeeds(segments.map(({ compiled }) => compiled));
  const facts = await loadAudienceFacts(db, [...people.keys()], needs, context.now);
  const memberships = new Map<string, ReadonlyMap<string, SegmentMembership>>();
  for (const [personId, person] of facts) {
    const scores = people.get(personId);
    if (scores || person.scores)
      person.scores = {
        preferredChannel: person.scores?.preferredChannel ?? null,
        nextAction: person.scores?.nextAction ?? null,
        scoredAt: person.scores?.scoredAt ?? context.now,
        ...(scores ?? noScores),
      };
    memberships.set(
      personId,
      new Map(
        segments.map(({ id, name, compiled }) => [
          id,
          { name, isMember: compiled.ok ? compiled.matches(person) : null },
        ]),
      ),
    );
  }
  return memberships;
};

/** Which of the segments one person is in. */
export const readPersonSegments = async (
  db: Reader,
  { id, scores }: { id: string; scores: Scores | null },
  segmentIds: readonly string[],
  use: AudienceUse,
): Promise<ReadonlyMap<string, SegmentMembership>> => {
  if (segmentIds.length === 0) return new Map();
  const context = { ...use, ...(await readAudienceReferences(db)) };
  const memberships = await readSegmentMemberships(db, new Map([[id, scores]]), segmentIds, context);
  return memberships.get(id) ?? new Map();
};

/** Conditions on the person with the alias `p`, by segment; without `sql` where the segment cannot be read. */
export type SegmentConditions = ReadonlyMap<string, { name: string; sql: SQL | undefined }>;

export const readSegmentConditions = async (
  db: Reader,
  segmentIds: readonly string[],
  use: AudienceUse,
): Promise<SegmentConditions> => {
  if (segmentIds.length === 0) return new Map();
  const context = { ...use, ...(await readAudienceReferences(db)) };
  return new Map(
    compileSegments(segmentIds, context).map(({ id, name, compiled }) => [
      id,
      { name, sql: compiled.ok ? conditionOf(compiled, context).sql : undefined },
    ]),
  );
};

/** An object that says of each segment whether the person with the alias `p` is in it. */
export const segmentColumns = (segments: SegmentConditions): SQL => {
  const parts = [...segments].flatMap(([id, condition]) =>
    condition.sql ? [sql`${id}::text, ${condition.sql}`] : [],
  );
  return parts.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(parts, sql`, `)})`;
};
