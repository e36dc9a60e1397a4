import { type SQL, sql } from "drizzle-orm";
import type { PlanPerson } from "#contract/plan.ts";
import { formatPhone } from "#domain/phone-format.ts";
import type { PlanKind } from "#domain/plan/plan-kinds.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import type { Reader } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

const isoText = (column: SQL): SQL =>
  sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Milliseconds since 1970, the end excluded. */
export type PlanRange = { from: number; until: number };
export type PlanFilter = { ruleId?: string | undefined; ownerId?: string | undefined };

/** An hour of one rule with one cause. */
export type PlannedGroup = {
  kind: Exclude<PlanKind, "broadcast">;
  at: string | null;
  ruleId: string | null;
  stepId: string | null;
  /** The channel of a message. */
  channel: string | null;
  code: string | null;
  count: number;
  personId: string;
};

const instant = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;

/** What is overdue leaves in the hour that has begun. */
const hourOf = (column: SQL): SQL => sql`date_trunc('hour', greatest(${column}, now()))`;

const ownedBy = (person: SQL, ownerId: string | undefined): SQL =>
  ownerId === undefined
    ? sql`true`
    : sql`EXISTS (SELECT FROM people p LEFT JOIN threads t ON t.person_id = p.id
                   WHERE p.id = ${person} AND coalesce(t.owner_id, p.assigned_agent_id) = ${ownerId})`;

const messageAt = sql`CASE WHEN a.not_before < 'infinity' OR a.not_before IS NULL
  THEN ${hourOf(sql`coalesce(a.not_before, now())`)} END`;
const messageCode = sql`CASE WHEN a.status = 'held' THEN coalesce(a.reasons -> 0 ->> 'code', 'run_waits') END`;
const isWaitingMessage = sql`a.status IN ('pending', 'held')`;

/** Runs that are paused, or whose rule is off, wait for a user. */
const stepAt = sql`CASE WHEN r.paused_at IS NULL AND rules.enabled THEN ${hourOf(sql`r.due_at`)} END`;
const stepCode = sql`CASE WHEN r.paused_at IS NOT NULL THEN 'run_paused' WHEN NOT rules.enabled THEN 'rule_off' END`;
const isWaitingStep = sql`r.state = 'waiting' AND r.step_id IS NOT NULL`;

/**
 * Messages and steps by hour, rule and cause; messages of runs are those of their rule. What is held without a time is
 * of every range.
 */
export const readPlannedGroups = async (
  db: Reader,
  { from, until }: PlanRange,
  { ruleId, ownerId }: PlanFilter,
  limit: number,
): Promise<PlannedGroup[]> => {
  const ofRule = (column: SQL): SQL => (ruleId === undefined ? sql`true` : sql`${column} = ${ruleId}`);
  const { rows } = await db.execute<PlannedGroup>(sql`
    SELECT kind, ${isoText(sql`at`)} AS at, rule_id AS "ruleId", step_id AS "stepId", channel, code, count(*)::int AS count,
           min(person_id::text) AS "personId"
      FROM (
        SELECT 'message' AS kind, ${messageAt} AS at, a.rule_id, NULL AS step_id, a.type AS channel, ${messageCode} AS code,
               a.person_id
          FROM actions a
         WHERE ${isWaitingMessage} AND (a.not_before < ${instant(until)} OR a.not_before = 'infinity' OR a.not_before IS NULL)
           AND ${ofRule(sql`a.rule_id`)} AND ${ownedBy(sql`a.person_id`, ownerId)}
        UNION ALL
        SELECT 'step', ${stepAt}, r.rule_id, r.step_id, NULL, ${stepCode}, r.person_id
          FROM rules CROSS JOIN LATERAL (
                 SELECT * FROM sequence_runs r
                  WHERE r.rule_id = rules.id AND ${isWaitingStep} AND r.due_at < ${instant(until)}
                 UNION ALL
                 SELECT * FROM sequence_runs r
                  WHERE r.rule_id = rules.id AND ${isWaitingStep} AND r.paused_at IS NOT NULL AND r.due_at IS NULL) r
         WHERE ${ofRule(sql`rules.id`)} AND ${ownedBy(sql`r.person_id`, ownerId)}) planned
     WHERE at IS NULL OR at >= ${instant(from)}
     GROUP BY kind, planned.at, rule_id, step_id, channel, code
     ORDER BY planned.at NULLS FIRST, count(*) DESC LIMIT ${limit}`);
  return rows;
};

export type PlanRule = { id: string; name: string; isBroadcast: boolean; actions: RuleAction[] };

export const readPlanRules = async (db: Reader, ids: readonly string[]): Promise<Map<string, PlanRule>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<PlanRule>(sql`
    SELECT id, name, is_broadcast AS "isBroadcast", actions FROM rules WHERE id = ANY(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map((rule) => [rule.id, rule]));
};

export type PlanItemQuery = {
  kind: "message" | "step";
  at?: string | undefined;
  ruleId?: string | undefined;
  stepId?: string | undefined;
  type?: string | undefined;
  code?: string | undefined;
  ownerId?: string | undefined;
  cursor?: string | undefined;
};

const equals = (column: SQL, value: string | undefined): SQL =>
  value === undefined ? sql`${column} IS NULL` : sql`${column} = ${value}`;

/** Narrows the rows by their index before the hour is compared. */
const isBefore = (column: SQL, at: string | undefined): SQL =>
  at === undefined
    ? sql`true`
    : sql`(${column} IS NULL OR ${column} < ${at}::timestamptz + interval '1 hour')`;

const messagePeople = (query: PlanItemQuery, limit: number): SQL => {
  const { at, ruleId, type, code, ownerId, cursor } = query;
  return sql`
    SELECT a.id, a.person_id, a.id AS action_id, NULL::uuid AS run_id, a.type AS channel, coalesce(a.reasons, '[]') AS reasons,
           CASE WHEN a.not_before < 'infinity' THEN a.not_before END AS at
      FROM actions a
     WHERE ${isWaitingMessage} AND ${isBefore(sql`a.not_before`, at)} AND ${equals(messageAt, at)}
       AND ${equals(sql`a.rule_id`, ruleId)} AND ${equals(messageCode, code)}
       AND ${type === undefined ? sql`true` : sql`a.type = ${type}`} AND ${ownedBy(sql`a.person_id`, ownerId)}
       AND ${cursor === undefined ? sql`true` : sql`a.id > ${cursor}`}
     ORDER BY a.id LIMIT ${limit}`;
};

const stepPeople = (query: PlanItemQuery, limit: number): SQL => {
  const { at, ruleId, stepId, code, ownerId, cursor } = query;
  return sql`
    SELECT r.id, r.person_id, NULL::uuid AS action_id, r.id AS run_id, NULL AS channel, r.why AS reasons, r.due_at AS at
      FROM sequence_runs r JOIN rules ON rules.id = r.rule_id
     WHERE ${isWaitingStep} AND ${equals(sql`r.rule_id`, ruleId)} AND ${equals(sql`r.step_id`, stepId)}
       AND ${isBefore(sql`r.due_at`, at)} AND ${equals(stepAt, at)} AND ${equals(stepCode, code)}
       AND ${ownedBy(sql`r.person_id`, ownerId)} AND ${cursor === undefined ? sql`true` : sql`r.id > ${cursor}`}
     ORDER BY r.id LIMIT ${limit}`;
};

/** One more than the page where more follow. */
export const listPlanPeople = async (
  db: Reader,
  query: PlanItemQuery,
  limit: number,
): Promise<(PlanPerson & { id: string })[]> => {
  const found = query.kind === "message" ? messagePeople(query, limit + 1) : stepPeople(query, limit + 1);
  const { rows } = await db.execute<PlanPerson & { id: string }>(sql`
    SELECT found.id, jsonb_build_object('id', p.id, 'name', ${personNameSql}) AS person, ${isoText(sql`found.at`)} AS at,
           found.action_id AS "actionId", found.run_id AS "runId", found.channel, found.reasons
      FROM (${found}) found JOIN people p ON p.id = found.person_id ORDER BY found.id`);
  return rows.map((row) => ({
    ...row,
    person: { ...row.person, name: row.person.name === null ? null : formatPhone(row.person.name) },
  }));
};
