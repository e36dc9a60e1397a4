import { type SQL, sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { endRuns } from "./end-runs.ts";

/** How long each step of a rule is good for. */
export type StepTimes = readonly { id: string; goodForMs: number }[];

/** Runs of the rule past the time of their step, as `r`, each with whether it is too late for it. */
const overdueRuns = (ruleId: string, steps: StepTimes): SQL => sql`
  SELECT r.id, CASE WHEN r.state = 'acting' THEN true
                    ELSE coalesce(r.opens_at, r.due_at) + make_interval(secs => step.seconds) <= now() END AS "isTooLate"
    FROM sequence_runs r
    JOIN jsonb_to_recordset(${JSON.stringify(steps.map(({ id, goodForMs }) => ({ id, seconds: goodForMs / 1000 })))}::jsonb)
         AS step (id text, seconds float8) ON step.id = r.step_id
   WHERE r.rule_id = ${ruleId} AND r.paused_at IS NULL
     AND ((r.state = 'waiting' AND r.due_at <= now()) OR (r.state = 'acting' AND r.good_until <= now()))`;

export const countOverdueRuns = async (
  db: Reader,
  ruleId: string,
  steps: StepTimes,
): Promise<{ overdue: number; tooLate: number }> => {
  const { rows } = await db.execute<{ overdue: number; tooLate: number }>(sql`
    SELECT count(*)::int AS overdue, (count(*) FILTER (WHERE "isTooLate"))::int AS "tooLate"
      FROM (${overdueRuns(ruleId, steps)}) found`);
  return rows[0] ?? { overdue: 0, tooLate: 0 };
};

/** Ends up to `limit` runs that are too late for their step. */
export const endOverdueRuns = async (
  tx: Tx,
  ruleId: string,
  steps: StepTimes,
  limit: number,
): Promise<number> => {
  const some = sql`r.id IN (
    SELECT id FROM (${overdueRuns(ruleId, steps)}) found WHERE "isTooLate" ORDER BY id LIMIT ${limit})`;
  return (await endRuns(tx, some, { code: "run_overdue" })).length;
};
