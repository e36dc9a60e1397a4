import { sql } from "drizzle-orm";
import type pg from "pg";
import type { WorkKind } from "#domain/integrations/integration-work.ts";
import type { Reader, Tx } from "#server/db/database.ts";

export type NewWork = {
  service: string;
  kind: WorkKind;
  key?: string | null;
  personId?: string | null;
  payload: Record<string, unknown>;
  /** At once where it is absent. */
  dueAt?: string;
};

/** Adds work; what has the key of something known is left out. Returns how much was added. */
export const addWork = async (tx: Tx, rows: readonly NewWork[]): Promise<number> => {
  if (rows.length === 0) return 0;
  const { rowCount } = await tx.execute(sql`
    INSERT INTO integration_work (service, kind, key, person_id, payload, due_at)
    SELECT service, kind, key, "personId", payload, coalesce("dueAt", now())
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (
        service text, kind text, key text, "personId" uuid, payload jsonb, "dueAt" timestamptz)
    ON CONFLICT (service, kind, key) WHERE key IS NOT NULL DO NOTHING`);
  return rowCount ?? 0;
};

/** Work that this process may start until its lease ends. */
export type WorkLease = { id: string; service: string; until: string };

export type ClaimedWork = {
  id: string;
  service: string;
  kind: WorkKind;
  personId: string | null;
  payload: Record<string, unknown>;
  /** Attempts, with the present one. */
  attempts: number;
  /** The process of an earlier attempt died in it, so what it did is not known. */
  wasInterrupted: boolean;
  /** There was an earlier attempt, also where attempts are counted anew since. */
  wasTried: boolean;
  /** Since it was added. */
  ageMs: number;
};

/** The vendors that have due work. */
export const findDueServices = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ service: string }>({
    name: "find-due-services",
    text: "SELECT DISTINCT service FROM integration_work WHERE state = 'waiting' AND due_at <= now()",
  });
  return rows.map(({ service }) => service);
};

/** Claims what is due for a vendor, oldest first; it is due again after the lease if the process dies. */
export const claimWork = async (
  tx: Tx,
  service: string,
  limit: number,
  leaseSeconds: number,
): Promise<WorkLease[]> => {
  const { rows } = await tx.execute<WorkLease & { dueAt: number }>(sql`
    WITH due AS MATERIALIZED (
      SELECT id, due_at FROM integration_work WHERE service = ${service} AND state = 'waiting' AND due_at <= now()
       ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE integration_work w SET due_at = now() + make_interval(secs => ${leaseSeconds}) FROM due WHERE w.id = due.id
    RETURNING w.id, w.service, w.due_at::text AS until, extract(epoch FROM due.due_at)::float8 AS "dueAt"`);
  // An update returns its rows in any order.
  return rows.sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1));
};

/** Marks that an attempt begins, with a lease of its own; undefined where another process has it by now. */
export const startWork = async (
  tx: Tx,
  { id, until }: WorkLease,
  leaseSeconds: number,
): Promise<ClaimedWork | undefined> => {
  const { rows } = await tx.execute<ClaimedWork>(sql`
    WITH claimed AS (
      SELECT id, started_at IS NOT NULL AS interrupted,
             started_at IS NOT NULL OR attempts > 0 OR error IS NOT NULL AS tried FROM integration_work
       WHERE id = ${id} AND state = 'waiting' AND due_at = ${until}::timestamptz FOR UPDATE)
    UPDATE integration_work w
       SET due_at = now() + make_interval(secs => ${leaseSeconds}), started_at = now(), attempts = attempts + 1
      FROM claimed c WHERE w.id = c.id
    RETURNING w.id, w.service, w.kind, w.person_id AS "personId", w.payload, w.attempts,
              c.interrupted AS "wasInterrupted", c.tried AS "wasTried",
              (extract(epoch FROM now() - w.created_at) * 1000)::float8 AS "ageMs"`);
  return rows[0];
};

/** What was done is kept without its content, so that a repeated report is recognised. */
export const finishWork = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE integration_work SET state = 'done', payload = '{}', started_at = NULL, error = NULL, updated_at = now()
     WHERE id = ${id}`);
};

export const postponeWork = async (
  tx: Tx,
  id: string,
  { afterMs, error, isCounted = true }: { afterMs: number; error: string | null; isCounted?: boolean },
): Promise<void> => {
  await tx.execute(sql`
    UPDATE integration_work
       SET due_at = now() + make_interval(secs => ${afterMs / 1000}), started_at = NULL, error = ${error},
           attempts = CASE WHEN ${isCounted} THEN attempts ELSE 0 END, updated_at = now()
     WHERE id = ${id}`);
};

export const failWork = async (tx: Tx, id: string, error: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE integration_work SET state = 'failed', started_at = NULL, error = ${error}, updated_at = now()
     WHERE id = ${id}`);
};

/** What waits for a vendor is tried at once, because its connection was changed. */
export const retryWork = async (tx: Tx, service: string): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE integration_work SET due_at = now() WHERE service = ${service} AND state = 'waiting' AND started_at IS NULL
       AND error IS NOT NULL`);
  return rowCount ?? 0;
};

export type WorkFailure = { id: string; kind: WorkKind; error: string; at: Date };
export type WorkSummary = { waiting: number; failures: WorkFailure[] };

export const readWorkSummary = async (db: Reader, service: string): Promise<WorkSummary> => {
  const { rows: counts } = await db.execute<{ waiting: number }>(sql`
    SELECT count(*)::int AS waiting FROM integration_work
     WHERE service = ${service} AND state = 'waiting' AND error IS NOT NULL`);
  const { rows } = await db.execute<Omit<WorkFailure, "at"> & { at: string }>(sql`
    SELECT id, kind, coalesce(error, '') AS error, updated_at AS at FROM integration_work
     WHERE service = ${service} AND state = 'failed' ORDER BY updated_at DESC LIMIT 10`);
  return {
    waiting: counts[0]?.waiting ?? 0,
    failures: rows.map((row) => ({ ...row, at: new Date(row.at) })),
  };
};

/** Tries what failed once more. */
export const reviveWork = async (tx: Tx, service: string): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE integration_work SET state = 'waiting', attempts = 0, due_at = now(), updated_at = now()
     WHERE service = ${service} AND state = 'failed' AND payload <> '{}'`);
  return rowCount ?? 0;
};

/** Deletes what was done a week ago, and what failed a month ago. */
export const sweepWork = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM integration_work
     WHERE (state = 'done' AND updated_at < now() - interval '7 days')
        OR (state = 'failed' AND updated_at < now() - interval '30 days')`);
};
