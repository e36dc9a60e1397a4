import { type SQL, sql } from "drizzle-orm";
import type { RunStep, SequenceProgress, SequenceRun } from "#contract/runs.ts";
import { formatPhone } from "#domain/phone-format.ts";
import type { Reader } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

const isoText = (column: string): SQL =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** A message that waits until something changes has no time. */
const messageJson = sql`CASE WHEN a.id IS NOT NULL THEN jsonb_build_object(
  'id', a.id, 'channel', a.type, 'status', a.status, 'reasons', coalesce(a.reasons, '[]'),
  'notBefore', CASE WHEN a.status IN ('pending', 'held') AND a.not_before < 'infinity'
    THEN ${isoText("a.not_before")} END) END`;

const runColumns = sql`r.id, r.entry, CASE WHEN r.state <> 'ended' AND r.paused_at IS NOT NULL THEN 'paused' ELSE r.state END AS state,
  r.step_id AS "stepId", ${isoText("r.started_at")} AS "startedAt", ${isoText("r.due_at")} AS "dueAt",
  ${isoText("r.ended_at")} AS "endedAt", r.why,
  CASE WHEN rules.id IS NOT NULL THEN jsonb_build_object('id', rules.id, 'name', rules.name, 'isBroadcast', rules.is_broadcast) END AS rule,
  jsonb_build_object('id', p.id, 'name', ${personNameSql}) AS person, ${messageJson} AS message`;

const runSource = sql`sequence_runs r JOIN people p ON p.id = r.person_id LEFT JOIN rules ON rules.id = r.rule_id
  LEFT JOIN actions a ON r.state = 'acting' AND a.rule_run_id = r.id AND a.step_id = r.step_id`;

const present = (row: SequenceRun): SequenceRun => ({
  ...row,
  person: { ...row.person, name: row.person.name === null ? null : formatPhone(row.person.name) },
});

type RunFilter = {
  personId?: string | undefined;
  ruleId?: string | undefined;
  stepId?: string | undefined;
  state: "running" | "ended" | "all";
  cursor?: string | undefined;
};

/** The newest first; one more than the page where more follow. */
export const listRuns = async (
  db: Reader,
  { personId, ruleId, stepId, state, cursor }: RunFilter,
  limit: number,
): Promise<SequenceRun[]> => {
  const conditions: SQL[] = [
    ...(personId === undefined ? [] : [sql`r.person_id = ${personId}`]),
    ...(ruleId === undefined ? [] : [sql`r.rule_id = ${ruleId}`]),
    ...(stepId === undefined ? [] : [sql`r.step_id = ${stepId}`]),
    ...(state === "all" ? [] : [state === "ended" ? sql`r.state = 'ended'` : sql`r.state <> 'ended'`]),
    ...(cursor === undefined ? [] : [sql`r.id < ${cursor}`]),
    sql`true`,
  ];
  const { rows } = await db.execute<SequenceRun>(sql`
    SELECT ${runColumns} FROM ${runSource} WHERE ${sql.join(conditions, sql` AND `)}
     ORDER BY r.id DESC LIMIT ${limit + 1}`);
  return rows.map(present);
};

export const findRun = async (db: Reader, id: string): Promise<SequenceRun | undefined> => {
  const { rows } = await db.execute<SequenceRun>(
    sql`SELECT ${runColumns} FROM ${runSource} WHERE r.id = ${id}`,
  );
  return rows[0] && present(rows[0]);
};

/** The steps of a run so far, in the order in which they were done. */
export const listRunSteps = async (db: Reader, runId: string): Promise<RunStep[]> => {
  const { rows } = await db.execute<RunStep>(sql`
    SELECT s.step_id AS "stepId", s.version, s.result, s.answer, s.variant, s.why, ${isoText("s.at")} AS at,
           ${messageJson} AS message
      FROM sequence_steps s LEFT JOIN actions a ON a.rule_run_id = s.run_id AND a.step_id = s.step_id
     WHERE s.run_id = ${runId} ORDER BY s.position`);
  return rows;
};

/** How many runs of a rule did each step and reached this goal afterwards. Those that reached it are read by the rule. */
const countStepsToGoal = async (db: Reader, ruleId: string, goal: string): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ stepId: string; count: number }>(sql`
    SELECT s.step_id AS "stepId", count(*)::int AS count
      FROM sequence_runs r JOIN sequence_steps s ON s.run_id = r.id
     WHERE r.rule_id = ${ruleId} AND r.goal = ${goal} AND r.goal_at >= s.at AND s.result = 'done' GROUP BY 1`);
  return new Map(rows.map(({ stepId, count }) => [stepId, count]));
};

/** How many runs of a rule are at each of the steps, went on, or ended there. */
export const readProgress = async (
  db: Reader,
  ruleId: string,
  stepIds: readonly string[],
  goal: string | null,
): Promise<Omit<SequenceProgress, "goal">> => {
  const { rows: standing } = await db.execute<{
    stepId: string | null;
    isEnded: boolean;
    code: string | null;
    count: number;
    paused: number;
  }>(sql`
    SELECT step_id AS "stepId", state = 'ended' AS "isEnded", CASE WHEN state = 'ended' THEN why -> 0 ->> 'code' END AS code,
           count(*)::int AS count, count(*) FILTER (WHERE paused_at IS NOT NULL AND state <> 'ended')::int AS paused
      FROM sequence_runs WHERE rule_id = ${ruleId} AND draw IS DISTINCT FROM 'held_out' GROUP BY 1, 2, 3`);
  const { rows: passed } = await db.execute<{ stepId: string; count: number }>(sql`
    SELECT step_id AS "stepId", count(*)::int AS count FROM sequence_steps WHERE rule_id = ${ruleId} GROUP BY 1`);
  const toGoal = goal === null ? null : await countStepsToGoal(db, ruleId, goal);
  const sum = (counted: readonly { count: number }[]): number =>
    counted.reduce((total, { count }) => total + count, 0);
  const wentOn = new Map(passed.map(({ stepId, count }) => [stepId, count]));
  const ended = Map.groupBy(
    standing.filter(({ isEnded }) => isEnded),
    ({ code }) => code ?? "run_ended",
  );
  return {
    steps: stepIds.map((stepId) => {
      const here = standing.filter((row) => row.stepId === stepId);
      return {
        stepId,
        here: sum(here.filter(({ isEnded }) => !isEnded)),
        wentOn: wentOn.get(stepId) ?? 0,
        left: sum(here.filter(({ isEnded }) => isEnded)),
        toGoal: toGoal && (toGoal.get(stepId) ?? 0),
      };
    }),
    running: sum(standing.filter(({ isEnded }) => !isEnded)),
    paused: standing.reduce((total, { paused }) => total + paused, 0),
    ended: [...ended].map(([code, counted]) => ({ code, count: sum(counted) })),
  };
};

/** How many runs of a rule are at each of its steps. */
export const countRunsAtSteps = async (
  db: Reader,
  ruleId: string,
): Promise<{ stepId: string; count: number }[]> => {
  const { rows } = await db.execute<{ stepId: string; count: number }>(sql`
    SELECT step_id AS "stepId", count(*)::int AS count FROM sequence_runs
     WHERE rule_id = ${ruleId} AND state <> 'ended' AND step_id IS NOT NULL GROUP BY 1`);
  return rows;
};
