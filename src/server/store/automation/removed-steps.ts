import { type SQL, sql } from "drizzle-orm";
import { placesAfterRemoval } from "#domain/sequences/compile-sequence.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { endRuns, takeBackActions } from "./end-runs.ts";

const ids = (values: readonly string[]): SQL => sql`${sql.param([...values])}::uuid[]`;

/** Few enough that neither an edit nor a page of its job locks for long. */
const movedAtOnce = 2000;

type Rows = readonly { id?: unknown }[];
const identified = (rows: Rows): { id: string }[] =>
  rows.flatMap(({ id }) => (typeof id === "string" ? [{ id }] : []));

/** Where the runs at steps that a rule no longer has go. */
export type RemovedSteps = { version: number; places: ReadonlyMap<string, string | null> };

/** By the rule as it is now, and its newest version that had the step; steps that no version had have no place. */
export const findPlaces = async (
  db: Reader,
  ruleId: string,
  stepIds: readonly string[],
): Promise<RemovedSteps | undefined> => {
  const { rows: current } = await db.execute<{ version: number; actions: Rows }>(
    sql`SELECT version, actions FROM rules WHERE id = ${ruleId}`,
  );
  const [rule] = current;
  if (!rule) return undefined;
  const present = identified(rule.actions);
  const removed = new Set(stepIds.filter((stepId) => !present.some(({ id }) => id === stepId)));
  const places = new Map<string, string | null>();
  if (removed.size === 0) return { version: rule.version, places };
  const { rows: versions } = await db.execute<{ actions: Rows | null }>(sql`
    SELECT definition -> 'actions' AS actions FROM rule_versions
     WHERE rule_id = ${ruleId} ORDER BY version DESC LIMIT 200`);
  for (const { actions } of versions) {
    const earlier = placesAfterRemoval(identified(actions ?? []), present);
    for (const [from, to] of earlier) if (removed.has(from) && !places.has(from)) places.set(from, to);
    if (places.size === removed.size) break;
  }
  return { version: rule.version, places };
};

/** The steps of a rule at which runs are. */
export const listOccupiedSteps = async (db: Reader, ruleId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ stepId: string }>(sql`
    SELECT DISTINCT step_id AS "stepId" FROM sequence_runs
     WHERE rule_id = ${ruleId} AND state <> 'ended' AND step_id IS NOT NULL`);
  return rows.map(({ stepId }) => stepId);
};

/** Runs at a step that is gone, locked; those with a message first, because it must not leave any more. */
const lockDisplaced = async (tx: Tx, ruleId: string, stepId: string, limit: number): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM sequence_runs WHERE id IN (
      SELECT id FROM sequence_runs WHERE rule_id = ${ruleId} AND step_id = ${stepId} AND state <> 'ended'
       ORDER BY state <> 'acting', id LIMIT ${limit})
       AND step_id = ${stepId} AND state <> 'ended' ORDER BY id FOR UPDATE`);
  return rows.map(({ id }) => id);
};

/** Runs whose step is gone go to the one that comes in its place, or end. Whether more of them may be left. */
export const moveFromRemovedSteps = async (
  tx: Tx,
  ruleId: string,
  { version, places }: RemovedSteps,
): Promise<boolean> => {
  let left = movedAtOnce;
  for (const [from, to] of places) {
    const displaced = await lockDisplaced(tx, ruleId, from, left);
    const these = sql`r.id = ANY(${ids(displaced)})`;
    if (to === null) await endRuns(tx, these, { code: "run_rule_changed" });
    else if (displaced.length > 0) {
      // A message of theirs was made, so that the step is behind them wherever an edit puts it again.
      await tx.execute(sql`
        INSERT INTO sequence_steps (run_id, step_id, rule_id, position, version, result, why, at)
        SELECT r.id, r.step_id, r.rule_id, (SELECT count(*) FROM sequence_steps s WHERE s.run_id = r.id), ${version},
               'left_out', '[{"code": "step_removed"}]', now()
          FROM sequence_runs r WHERE r.state = 'acting' AND ${these} ORDER BY r.id
        ON CONFLICT DO NOTHING`);
      await tx.execute(sql`
        UPDATE sequence_runs r SET state = 'waiting', step_id = ${to}, good_until = NULL, opens_at = NULL, outcome = NULL,
               due_at = now(), since = CASE WHEN r.state = 'acting' THEN now() ELSE r.since END
         WHERE ${these}`);
      await takeBackActions(
        tx,
        displaced.map((runId) => ({ runId, why: { code: "step_removed" as const } })),
      );
    }
    left -= displaced.length;
    if (left <= 0) return true;
  }
  return false;
};
