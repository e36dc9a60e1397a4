import { type SQL, sql } from "drizzle-orm";
import type { BroadcastReason } from "#domain/broadcasts/broadcast-reasons.ts";
import type { SequenceReason } from "#domain/sequences/sequence-reasons.ts";
import type { Tx } from "#server/db/database.ts";
import { endedEvents, eventColumns } from "#server/store/webhooks/work-events.ts";
import { endedReactions } from "./ended-reactions.ts";

const ids = (values: readonly string[]): SQL => sql`${sql.param([...values])}::uuid[]`;

/**
 * Takes back messages of runs that have not left. One that is being decided or sent at this moment is skipped: its
 * sender asks what became of the run.
 */
export const takeBackActions = async (
  tx: Tx,
  taken: readonly { runId: string; why: SequenceReason | BroadcastReason }[],
): Promise<void> => {
  if (taken.length === 0) return;
  await tx.execute(sql`
    UPDATE actions a SET status = 'cancelled', not_before = NULL, reasons = found.reasons
      FROM (SELECT w.id, row.reasons
              FROM jsonb_to_recordset(${JSON.stringify(taken.map(({ runId, why }) => ({ runId, reasons: [why] })))}::jsonb)
                   AS row ("runId" uuid, reasons jsonb)
              JOIN actions w ON w.rule_run_id = row."runId" AND w.step_id IS NOT NULL
             WHERE w.status IN ('pending', 'held') ORDER BY w.id FOR UPDATE OF w SKIP LOCKED) found
     WHERE a.id = found.id`);
};

/** Ends runs without asking what comes next; messages that have not left are taken back. Returns their ids. */
export const endRuns = async (
  tx: Tx,
  where: SQL,
  why: SequenceReason | BroadcastReason,
): Promise<string[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH ended AS (UPDATE sequence_runs e SET state = 'ended', ended_at = now(), due_at = NULL, good_until = NULL,
           why = ${JSON.stringify([why])}::jsonb
     WHERE id IN (SELECT id FROM sequence_runs r WHERE r.state <> 'ended' AND (${where}) ORDER BY id FOR UPDATE)
    RETURNING ${eventColumns("e")}),
    written AS (${endedEvents(sql`ended`)}),
    queued AS (${endedReactions(sql`ended`)})
    SELECT id FROM ended`);
  await takeBackActions(
    tx,
    rows.map(({ id }) => ({ runId: id, why })),
  );
  return rows.map(({ id }) => id);
};

/** Ends up to `size` runs of a rule; returns how many. */
export const endRunsOfRule = async (
  tx: Tx,
  ruleId: string,
  size: number,
  why: SequenceReason | BroadcastReason,
): Promise<number> => {
  const some = sql`r.id IN (SELECT id FROM sequence_runs WHERE rule_id = ${ruleId} AND state <> 'ended' ORDER BY id LIMIT ${size})`;
  return (await endRuns(tx, some, why)).length;
};

/** Runs of a person in rules in which the other person is, too: the one that came further goes on. */
export const endRepeatedRuns = async (tx: Tx, survivorId: string, otherId: string): Promise<string[]> =>
  endRuns(
    tx,
    sql`r.id IN (
      SELECT CASE WHEN theirs.steps > own.steps THEN own.id ELSE theirs.id END
        FROM (SELECT x.id, x.rule_id, (SELECT count(*) FROM sequence_steps s WHERE s.run_id = x.id) AS steps
                FROM sequence_runs x WHERE x.person_id = ${survivorId} AND x.state <> 'ended') own
        JOIN (SELECT x.id, x.rule_id, (SELECT count(*) FROM sequence_steps s WHERE s.run_id = x.id) AS steps
                FROM sequence_runs x WHERE x.person_id = ${otherId} AND x.state <> 'ended') theirs
          ON theirs.rule_id = own.rule_id)`,
    { code: "run_merged" },
  );

/** A run that cannot be decided is taken out of the queue, so that it stops no others. Returns its rule. */
export const setRunAside = async (tx: Tx, id: string): Promise<string | null> => {
  await endRuns(tx, sql`r.id = ${id}`, { code: "run_set_aside" });
  const { rows } = await tx.execute<{ ruleId: string | null }>(
    sql`SELECT rule_id AS "ruleId" FROM sequence_runs WHERE id = ${id}`,
  );
  return rows[0]?.ruleId ?? null;
};

/** Ends up to `size` runs of a rule that is deleted, and detaches them from it; returns how many. */
export const detachRuns = async (tx: Tx, ruleId: string, size: number): Promise<number> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM sequence_runs WHERE rule_id = ${ruleId} ORDER BY id LIMIT ${size} FOR UPDATE`,
  );
  if (rows.length === 0) return 0;
  const these = sql`${ids(rows.map(({ id }) => id))}`;
  await endRuns(tx, sql`r.id = ANY(${these})`, { code: "run_rule_deleted" });
  await tx.execute(sql`UPDATE sequence_runs SET rule_id = NULL WHERE id = ANY(${these})`);
  return rows.length;
};
