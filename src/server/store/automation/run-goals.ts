import { type SQL, sql } from "drizzle-orm";
import type { SequenceGoal } from "#domain/rules/sequence-goal.ts";
import { silentTypes } from "#domain/scoring/behaviours.ts";
import {
  type EarlierDraw,
  eventGoalKey,
  type GoalCounts,
  type RunDraw,
  segmentGoalPrefix,
} from "#domain/sequences/goal.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import type { AudienceUse } from "#server/store/people/audience-context.ts";
import { readSegmentConditions } from "#server/store/people/segment-memberships.ts";
import type { Reaction } from "./reaction-queue.ts";

const ids = (values: readonly string[]): SQL => sql`${sql.param([...values])}::uuid[]`;

/** The newest draw of people in rules, as `rule:person`. */
export const readDraws = async (
  db: Reader,
  candidates: readonly { ruleId: string; personId: string }[],
): Promise<Map<string, EarlierDraw>> => {
  if (candidates.length === 0) return new Map();
  const { rows } = await db.execute<EarlierDraw & { key: string }>(sql`
    SELECT DISTINCT ON (r.rule_id, r.person_id) r.rule_id || ':' || r.person_id AS key, r.draw,
           (extract(epoch FROM r.started_at) * 1000)::float8 AS "startedAt",
           (extract(epoch FROM r.goal_until) * 1000)::float8 AS "goalUntil"
      FROM sequence_runs r
      JOIN (SELECT DISTINCT "ruleId", "personId"
              FROM jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) AS row ("ruleId" uuid, "personId" uuid)) asked
        ON r.rule_id = asked."ruleId" AND r.person_id = asked."personId"
     WHERE r.draw IS NOT NULL
     ORDER BY r.rule_id, r.person_id, r.started_at DESC`);
  return new Map(rows.map(({ key, ...draw }) => [key, draw]));
};

/** Keeps when people reached goals that are events. Their rows are locked before. Returns how many runs. */
export const reachEventGoals = async (
  tx: Tx,
  reactions: readonly Pick<Reaction, "personId" | "type" | "at">[],
): Promise<number> => {
  const arrived = reactions.flatMap(({ personId, type, at }) =>
    type === null || silentTypes.includes(type)
      ? []
      : [{ personId, goal: eventGoalKey(type), at: new Date(at).toISOString() }],
  );
  if (arrived.length === 0) return 0;
  const { rowCount } = await tx.execute(sql`
    WITH reached AS (
      SELECT r.id, min(row.at) AS at
        FROM jsonb_to_recordset(${JSON.stringify(arrived)}::jsonb) AS row ("personId" uuid, goal text, at timestamptz)
        JOIN sequence_runs r ON r.person_id = row."personId" AND r.goal = row.goal
       WHERE r.goal_at IS NULL AND r.started_at < row.at AND r.goal_until >= row.at
       GROUP BY r.id
    ), locked AS (
      SELECT id FROM sequence_runs WHERE id IN (SELECT id FROM reached) ORDER BY id FOR UPDATE
    )
    UPDATE sequence_runs r SET goal_at = reached.at
      FROM reached JOIN locked ON locked.id = reached.id WHERE r.id = reached.id`);
  return rowCount ?? 0;
};

/** The segments that are goals of rules. */
export const listGoalSegments = async (db: Reader): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT options -> 'goal' ->> 'segmentId' AS id FROM rules WHERE options -> 'goal' ->> 'kind' = 'segment'`);
  return rows.map(({ id }) => id);
};

/** Where a page of open goals ends. */
export type GoalCursor = { goalUntil: string; id: string };

/** A page of runs whose goal is a segment and still open, after the given one. */
export const listOpenSegmentGoals = async (
  tx: Tx,
  segmentId: string,
  after: GoalCursor | null,
  limit: number,
): Promise<(GoalCursor & { personId: string })[]> => {
  const isBehind = after
    ? sql`(r.goal_until, r.id) > (${after.goalUntil}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await tx.execute<GoalCursor & { personId: string }>(sql`
    SELECT r.id, r.person_id AS "personId", r.goal_until::text AS "goalUntil" FROM sequence_runs r
     WHERE r.goal = ${segmentGoalPrefix + segmentId} AND r.goal_at IS NULL AND r.goal_until > now() AND ${isBehind}
     ORDER BY r.goal_until, r.id LIMIT ${limit}`);
  return rows;
};

const membersAmong = (personIds: readonly string[], isMember: SQL): SQL =>
  sql`SELECT p.id FROM people p WHERE p.id = ANY(${ids(personIds)}) AND ${isMember}`;

/** Those of the people who had reached the goal of a rule before it starts for them. */
export const findReached = async (
  db: Reader,
  goal: SequenceGoal | null,
  personIds: readonly string[],
  use: AudienceUse,
): Promise<Set<string>> => {
  const segmentId = goal?.kind === "segment" ? goal.segmentId : null;
  const isReached =
    segmentId === null
      ? goal?.kind === "converted" && sql`p.status = 'converted'`
      : (await readSegmentConditions(db, [segmentId], use)).get(segmentId)?.sql;
  if (!isReached) return new Set();
  const { rows } = await db.execute<{ id: string }>(membersAmong(personIds, isReached));
  return new Set(rows.map(({ id }) => id));
};

/** Keeps that the people of these runs are in the segment, which `isMember` asks of `people p`. Returns how many runs. */
export const reachSegmentGoals = async (
  tx: Tx,
  runs: readonly { id: string; personId: string }[],
  isMember: SQL,
): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE sequence_runs SET goal_at = now() WHERE id IN (
      SELECT r.id FROM sequence_runs r
       WHERE r.id = ANY(${ids(runs.map(({ id }) => id))}) AND r.goal_at IS NULL
         AND r.person_id IN (${membersAmong(
           runs.map(({ personId }) => personId),
           isMember,
         )})
       ORDER BY r.id FOR UPDATE)`);
  return rowCount ?? 0;
};

/** How many runs of a rule have this goal, and how many reached it, by their draw. */
export const countGoal = async (db: Reader, ruleId: string, goal: string): Promise<GoalCounts> => {
  const { rows } = await db.execute<{ draw: RunDraw | null; of: number; reached: number }>(sql`
    SELECT draw, count(*)::int AS of, count(goal_at)::int AS reached
      FROM sequence_runs WHERE rule_id = ${ruleId} AND goal = ${goal} GROUP BY draw`);
  const of = (draw: RunDraw | null): { of: number; reached: number } => {
    const row = rows.find((each) => each.draw === draw);
    return { of: row?.of ?? 0, reached: row?.reached ?? 0 };
  };
  return { undrawn: of(null), through: of("through"), heldOut: of("held_out") };
};
