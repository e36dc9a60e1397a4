import { type SQL, sql } from "drizzle-orm";
import type { Reason } from "#domain/reason.ts";
import type { StepOutcome } from "#domain/sequences/run-state.ts";
import type { Reader, Tx } from "#server/db/database.ts";

/** A run that waits for a model at one of its steps. Times are milliseconds since 1970. */
export type RunAtAiStep = {
  id: string;
  stepId: string;
  ruleId: string;
  personId: string;
  goodUntil: number;
  resumedAt: number | null;
  /** Paused, or its rule is switched off. */
  isHeld: boolean;
};

type StepPlace = { runId: string; stepId: string };

const atStep = ({ runId, stepId }: StepPlace) =>
  sql`r.id = ${runId} AND r.step_id = ${stepId} AND r.state = 'acting' AND r.outcome IS NULL`;

export const findRunAtAiStep = async (db: Reader, place: StepPlace): Promise<RunAtAiStep | undefined> => {
  const { rows } = await db.execute<RunAtAiStep>(sql`
    SELECT r.id, r.step_id AS "stepId", r.rule_id AS "ruleId", r.person_id AS "personId",
           (extract(epoch FROM coalesce(r.good_until, now())) * 1000)::float8 AS "goodUntil",
           (extract(epoch FROM greatest(r.resumed_at, rules.resumed_at)) * 1000)::float8 AS "resumedAt",
           r.paused_at IS NOT NULL OR NOT rules.enabled AS "isHeld"
      FROM sequence_runs r JOIN rules ON rules.id = r.rule_id WHERE ${atStep(place)}`);
  return rows[0];
};

/** Runs that wait for a model at one of these steps. */
export const listRunsAtAiSteps = async (
  db: Reader,
  where: SQL,
  stepIds: readonly string[],
): Promise<StepPlace[]> => {
  if (stepIds.length === 0) return [];
  const { rows } = await db.execute<StepPlace>(sql`
    SELECT r.id AS "runId", r.step_id AS "stepId" FROM sequence_runs r
     WHERE (${where}) AND r.state = 'acting' AND r.outcome IS NULL AND r.step_id = ANY(${sql.param([...stepIds])}::text[])`);
  return rows;
};

/** Whether the run still waits there; it stays locked until the transaction ends. The caller holds the person. */
export const lockRunAtAiStep = async (tx: Tx, place: StepPlace): Promise<boolean> => {
  const { rows } = await tx.execute(sql`SELECT FROM sequence_runs r WHERE ${atStep(place)} FOR UPDATE`);
  return rows.length > 0;
};

/** The run goes on with what became of the step. */
export const settleAiStep = async (tx: Tx, outcome: StepOutcome & { runId: string }): Promise<void> => {
  const { runId, ...stored } = outcome;
  await tx.execute(sql`
    UPDATE sequence_runs r SET due_at = now(), outcome = ${JSON.stringify(stored)}::jsonb
     WHERE ${atStep({ runId, stepId: outcome.stepId })}`);
};

/** Why the run still waits for a model. */
export const explainAiStep = async (tx: Tx, place: StepPlace, why: readonly Reason[]): Promise<void> => {
  await tx.execute(sql`
    UPDATE sequence_runs r SET why = ${JSON.stringify(why)}::jsonb WHERE ${atStep(place)}`);
};
