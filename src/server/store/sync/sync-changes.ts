import { sql } from "drizzle-orm";
import type { SyncChangeView } from "#contract/syncs.ts";
import type { PairProblem } from "#domain/sync/plan-pair.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";
import type { SyncChangeKind, SyncChangeState, SyncWay } from "#domain/sync/sync-state.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

export type NewSyncChange = {
  id: string;
  personId: string | null;
  remoteId: string | null;
  way: SyncWay;
  kind: SyncChangeKind;
  state: SyncChangeState;
  before: Record<string, SyncValue>;
  after: Record<string, SyncValue>;
  reasons: Record<string, string>;
  conflicts: Record<string, SyncValue>;
  problems: PairProblem[];
  message: string | null;
};

export const insertChanges = async (
  tx: Tx,
  service: string,
  changes: readonly NewSyncChange[],
): Promise<void> => {
  if (changes.length === 0) return;
  await tx.execute(sql`
    INSERT INTO sync_changes (id, service, person_id, remote_id, way, kind, state, before, after, reasons, conflicts,
                              problems, message)
    SELECT id, ${service}, "personId", "remoteId", way, kind, state, before, after, reasons, conflicts, problems, message
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS row (
        id uuid, "personId" uuid, "remoteId" text, way text, kind text, state text, before jsonb, after jsonb,
        reasons jsonb, conflicts jsonb, problems jsonb, message text)`);
};

export type SettledChange = {
  id: string;
  state: SyncChangeState;
  remoteId: string | null;
  message: string | null;
};

/** Stores what the vendor answered to changes that were sent. */
export const settleChanges = async (tx: Tx, changes: readonly SettledChange[]): Promise<void> => {
  if (changes.length === 0) return;
  await tx.execute(sql`
    UPDATE sync_changes c SET state = row.state, remote_id = coalesce(row."remoteId", c.remote_id), message = row.message
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS row (id uuid, state text, "remoteId" text, message text)
     WHERE c.id = row.id`);
};

/** Changes whose answer was lost with a process, and which the vendor turns out to have: they were made. */
export const confirmPending = async (
  tx: Tx,
  service: string,
  personIds: readonly string[],
): Promise<void> => {
  if (personIds.length === 0) return;
  await tx.execute(sql`
    UPDATE sync_changes SET state = 'done'
     WHERE service = ${service} AND state = 'pending' AND person_id = ANY(${sql.param(personIds)}::uuid[])`);
};

/** Intents whose answer was lost, and which a new comparison replaces. */
export const dropPending = async (tx: Tx, service: string, personIds: readonly string[]): Promise<void> => {
  if (personIds.length === 0) return;
  await tx.execute(sql`
    DELETE FROM sync_changes
     WHERE service = ${service} AND state = 'pending' AND person_id = ANY(${sql.param(personIds)}::uuid[])`);
};

export type UndoableChange = Pick<
  NewSyncChange,
  "personId" | "remoteId" | "way" | "kind" | "state" | "before" | "after"
> & {
  service: string;
  createdAt: Date;
};

export const lockChange = async (
  tx: Tx,
  service: string,
  id: string,
): Promise<UndoableChange | undefined> => {
  const { rows } = await tx.execute<Omit<UndoableChange, "createdAt"> & { createdAt: string }>(sql`
    SELECT service, person_id AS "personId", remote_id AS "remoteId", way, kind, state, before, after,
           created_at AS "createdAt"
      FROM sync_changes WHERE id = ${id} AND service = ${service} FOR UPDATE`);
  const [row] = rows;
  return row && { ...row, createdAt: new Date(row.createdAt) };
};

export const endUndo = async (tx: Tx, id: string, state: SyncChangeState): Promise<void> => {
  await tx.execute(sql`UPDATE sync_changes SET state = ${state}, undone_at = now() WHERE id = ${id}`);
};

type ChangeFilter = { only?: "conflicts" | "refused" | undefined; before?: string | undefined };
type ChangeRow = Omit<SyncChangeView, "createdAt" | "undoneAt"> & {
  createdAt: string;
  undoneAt: string | null;
};

/** Newest first; `before` is the id of the last entry of the page before. */
export const listChanges = async (
  db: Reader,
  service: string,
  { only, before }: ChangeFilter,
  limit: number,
): Promise<SyncChangeView[]> => {
  const filters = [
    sql`c.service = ${service}`,
    ...(only === "conflicts" ? [sql`c.conflicts <> '{}'`] : []),
    ...(only === "refused" ? [sql`(c.state = 'refused' OR c.kind = 'refused')`] : []),
    ...(before
      ? [sql`(c.created_at, c.id) < (SELECT created_at, id FROM sync_changes WHERE id = ${before}::uuid)`]
      : []),
  ];
  const { rows } = await db.execute<ChangeRow>(sql`
    SELECT c.id, c.person_id AS "personId", c.remote_id AS "remoteId", c.way, c.kind, c.state, c.before, c.after,
           c.reasons, c.conflicts, c.problems, c.message, c.created_at AS "createdAt", c.undone_at AS "undoneAt",
           ${personNameSql} AS name
      FROM sync_changes c LEFT JOIN people p ON p.id = c.person_id
     WHERE ${sql.join(filters, sql` AND `)} ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit}`);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    undoneAt: row.undoneAt === null ? null : new Date(row.undoneAt).toISOString(),
  }));
};

const keptDays = 90;

/** Deletes old entries, so many at once. */
export const sweepChanges = async (tx: Tx, service: string): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM sync_changes WHERE id IN (
      SELECT id FROM sync_changes WHERE service = ${service} AND created_at < now() - make_interval(days => ${keptDays}) LIMIT 10000)`);
};

/** The log of a sync that has ended is kept as long, though no run sweeps it. */
export const sweepEndedLogs = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    DELETE FROM sync_changes WHERE id IN (
      SELECT c.id FROM sync_connections s JOIN sync_changes c ON c.service = s.service
       WHERE s.phase = 'setup' AND c.created_at < now() - make_interval(days => ${keptDays}) LIMIT 10000)`);
};

const maxCounted = 10_000;

/** How many of the newest changes since an instant were made or refused, by way; at most 10,000 are looked at. */
export const countChanges = async (
  db: Reader,
  service: string,
  since: Date,
): Promise<{ in: number; out: number; refused: number; conflicts: number }> => {
  const { rows } = await db.execute<{ in: number; out: number; refused: number; conflicts: number }>(sql`
    SELECT count(*) FILTER (WHERE way = 'in' AND state = 'done' AND kind <> 'skipped')::int AS "in",
           count(*) FILTER (WHERE way = 'out' AND state = 'done')::int AS "out",
           count(*) FILTER (WHERE state = 'refused' OR kind = 'refused')::int AS refused,
           count(*) FILTER (WHERE conflicts <> '{}')::int AS conflicts
      FROM (SELECT way, state, kind, conflicts FROM sync_changes
             WHERE service = ${service} AND created_at >= ${since.toISOString()}::timestamptz
             ORDER BY created_at DESC, id DESC LIMIT ${maxCounted}) newest`);
  return rows[0] ?? { in: 0, out: 0, refused: 0, conflicts: 0 };
};
