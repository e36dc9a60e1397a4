import { sql } from "drizzle-orm";
import type { DeliveryRecord } from "#contract/deliveries.ts";
import type { Reason } from "#domain/reason.ts";
import type { Db, Reader, Tx } from "#server/db/database.ts";
import {
  type LedgerPage,
  type LedgerRange,
  personConditions,
  readLedgerPage,
} from "#server/store/compliance/ledger-page.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { type SavedOutcome, savedColumns } from "./actions.ts";

type StoredAction = Omit<DeliveryRecord, "price" | "reasons"> & {
  price: string | null;
  reasons: Reason[] | null;
};

const columns = sql`entry.person_id AS "personId", ${personNameSql} AS "personName",
  entry.rule_id AS "ruleId", r.name AS "ruleName", entry.type AS channel, entry.status, entry.reasons,
  CASE WHEN entry.not_before < 'infinity' AND entry.status IN ('pending', 'held', 'unknown')
       THEN entry.not_before END AS "notBefore",
  coalesce(entry.config -> 'rendered' ->> 'text', entry.config ->> 'text') AS text, entry.result ->> 'error' AS error, entry.messenger,
  coalesce(entry.simulation = 'test', false) AS simulated, entry.price, entry.executed_at AS "executedAt"`;

const joins = sql`JOIN people p ON p.id = entry.person_id LEFT JOIN rules r ON r.id = entry.rule_id`;

const iso = (value: string | null): string | null => (value === null ? null : new Date(value).toISOString());

const present = (row: StoredAction): DeliveryRecord => ({
  ...row,
  reasons: row.reasons ?? [],
  price: row.price === null ? null : Number(row.price),
  notBefore: iso(row.notBefore),
  executedAt: iso(row.executedAt),
  createdAt: new Date(row.createdAt).toISOString(),
});

type ActionFilter = {
  personId?: string | undefined;
  ruleId?: string | undefined;
  broadcastId?: string | undefined;
  channel?: string | undefined;
  status?: string | undefined;
  repeated?: "within_a_day" | undefined;
  search?: string | undefined;
};

/** The same words went to the same person within a day before or after. */
const isRepeated = sql`EXISTS (
  SELECT FROM messages m JOIN messages o ON o.person_id = m.person_id AND o.direction = 'out' AND o.id <> m.id
     AND o.text = m.text AND o.at BETWEEN m.at - interval '1 day' AND m.at + interval '1 day'
   WHERE m.id = entry.id AND m.direction = 'out' AND m.text <> '')`;

export const listActions = async (
  db: Db,
  { personId, ruleId, broadcastId, channel, status, repeated, search, ...range }: ActionFilter & LedgerRange,
  limit: number,
): Promise<LedgerPage<DeliveryRecord>> => {
  const people = await personConditions(db, search);
  return readLedgerPage<StoredAction, DeliveryRecord>(
    db,
    {
      table: sql`actions`,
      columns,
      joins,
      indexed: [
        ...(personId ? [sql`entry.person_id = ${personId}`] : []),
        ...(ruleId ? [sql`entry.rule_id = ${ruleId}`] : []),
        // The steps of a broadcast are those of the rule with its id.
        ...(broadcastId
          ? [
              sql`entry.rule_id = ${broadcastId} AND EXISTS (SELECT FROM broadcasts WHERE id = ${broadcastId})`,
            ]
          : []),
        // These have an index of their own.
        ...(status === "unknown" ? [sql`entry.status = 'unknown'`] : []),
        ...people.indexed,
      ],
      filters: [
        ...(channel ? [sql`entry.type = ${channel}`] : []),
        ...(status && status !== "unknown" ? [sql`entry.status = ${status}`] : []),
        ...(repeated ? [isRepeated] : []),
        ...people.filters,
      ],
      present,
    },
    range,
    limit,
  );
};

export const findAction = async (db: Reader, id: string): Promise<DeliveryRecord | undefined> => {
  const { rows } = await db.execute<StoredAction>(sql`
    SELECT ${columns}, entry.id, entry.created_at AS "createdAt" FROM actions entry ${joins} WHERE entry.id = ${id}`);
  return rows[0] && present(rows[0]);
};

export const findActions = async (db: Reader, ids: string[]): Promise<DeliveryRecord[]> => {
  const { rows } = await db.execute<StoredAction>(sql`
    SELECT ${columns}, entry.id, entry.created_at AS "createdAt" FROM actions entry ${joins}
     WHERE entry.id = ANY(${sql.param(ids)}::uuid[])`);
  return rows.map(present);
};

/** What the threads of the recipients need to know. */
export const readOutcomes = async (tx: Tx, ids: string[]): Promise<SavedOutcome[]> => {
  const { rows } = await tx.execute<SavedOutcome>(sql`
    SELECT ${savedColumns} FROM actions WHERE id = ANY(${sql.param(ids)}::uuid[])`);
  return rows;
};

/** False when the action is no longer waiting. */
export const cancelAction = async (tx: Tx, id: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE actions SET status = 'cancelled', not_before = NULL, reasons = '[{"code": "cancelled_by_person"}]'
     WHERE id = ${id} AND status IN ('pending', 'held')`);
  return rowCount === 1;
};

type MoveResult = "moved" | "not_waiting" | "too_late";

/** The action goes through the gate at that time; a step of a sequence only while it is good. */
export const moveAction = async (tx: Tx, id: string, at: Date): Promise<MoveResult> => {
  const { rows } = await tx.execute<{ isLate: boolean }>(sql`
    SELECT coalesce(r.good_until < ${at.toISOString()}::timestamptz, false) AS "isLate"
      FROM actions a LEFT JOIN sequence_runs r ON r.id = a.rule_run_id AND a.step_id IS NOT NULL
     WHERE a.id = ${id} AND a.status IN ('pending', 'held') FOR UPDATE OF a`);
  const [waiting] = rows;
  if (!waiting) return "not_waiting";
  if (waiting.isLate) return "too_late";
  // Pending: what happens to the person meanwhile does not call it back earlier.
  await tx.execute(sql`
    UPDATE actions SET status = 'pending', not_before = ${at.toISOString()}, reasons = NULL WHERE id = ${id}`);
  return "moved";
};

export const setOutcomeByOperator = async (
  tx: Tx,
  id: string,
  outcome: "sent" | "failed",
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE actions SET status = send_status(${outcome}, simulation), not_before = NULL, reasons = '[{"code": "settled_by_person"}]'
     WHERE id = ${id} AND status = 'unknown'`);
  return rowCount === 1;
};
