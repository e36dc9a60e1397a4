import { sql } from "drizzle-orm";
import type { DeliveryRecord } from "#contract/deliveries.ts";
import type { Reason } from "#domain/reason.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

type Row = Omit<DeliveryRecord, "price" | "reasons"> & { price: string | null; reasons: Reason[] | null };

const columns = sql`a.id, a.person_id AS "personId",
  ${personNameSql} AS "personName",
  a.rule_id AS "ruleId", r.name AS "ruleName", a.type AS channel, a.status, a.reasons,
  CASE WHEN a.not_before < 'infinity' AND a.status IN ('pending', 'held', 'unknown') THEN a.not_before END AS "notBefore",
  coalesce(a.config -> 'rendered' ->> 'text', a.config ->> 'text') AS text, a.result ->> 'error' AS error,
  a.messenger, coalesce(a.simulation = 'test', false) AS simulated, a.price, a.executed_at AS "executedAt", a.created_at AS "createdAt"`;

const iso = (value: string | null): string | null => (value === null ? null : new Date(value).toISOString());

const present = (row: Row): DeliveryRecord => ({
  ...row,
  reasons: row.reasons ?? [],
  price: row.price === null ? null : Number(row.price),
  notBefore: iso(row.notBefore),
  executedAt: iso(row.executedAt),
  createdAt: new Date(row.createdAt).toISOString(),
});

type Filter = {
  personId?: string | undefined;
  ruleId?: string | undefined;
  status?: string | undefined;
  before?: string | undefined;
};

export const listActions = async (db: Reader, filter: Filter, limit: number): Promise<DeliveryRecord[]> => {
  const { personId, ruleId, status, before } = filter;
  const conditions = [
    ...(personId ? [sql`a.person_id = ${personId}`] : []),
    ...(ruleId ? [sql`a.rule_id = ${ruleId}`] : []),
    ...(status ? [sql`a.status = ${status}`] : []),
    ...(before
      ? [sql`(a.created_at, a.id) < (SELECT created_at, id FROM actions WHERE id = ${before})`]
      : []),
  ];
  const { rows } = await db.execute<Row>(sql`
    SELECT ${columns} FROM actions a JOIN people p ON p.id = a.person_id LEFT JOIN rules r ON r.id = a.rule_id
     WHERE ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)}
     ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`);
  return rows.map(present);
};

export const findAction = async (db: Reader, id: string): Promise<DeliveryRecord | undefined> => {
  const { rows } = await db.execute<Row>(sql`
    SELECT ${columns} FROM actions a JOIN people p ON p.id = a.person_id LEFT JOIN rules r ON r.id = a.rule_id
     WHERE a.id = ${id}`);
  return rows[0] && present(rows[0]);
};

/** False when the action is no longer waiting. */
export const cancelAction = async (tx: Tx, id: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE actions SET status = 'cancelled', not_before = NULL, reasons = '[{"code": "cancelled_by_person"}]'
     WHERE id = ${id} AND status IN ('pending', 'held')`);
  return rowCount === 1;
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
