import { sql } from "drizzle-orm";
import type { Channel } from "#domain/channels/channel.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import type { Simulation } from "#domain/messages/simulation.ts";
import type { Reason } from "#domain/reason.ts";
import type { Tx } from "#server/db/database.ts";

/** A vendor's report on a send. */
export type DeliveryReceipt = {
  messenger: string;
  providerId: string;
  /** Known from the callback URL, where the vendor's id is not known yet. */
  actionId: string | null;
  status: string;
  price: number | null;
  detail: object;
};

const columns = sql`index int, messenger text, "providerId" text, "actionId" uuid, status text, price numeric, detail jsonb`;
const receiptRows = (receipts: DeliveryReceipt[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(receipts.map((receipt, index) => ({ index, ...receipt })))}::jsonb) AS row (${columns})`;

/** An action, and which of the receipts are about it. */
export type ReceiptTarget = {
  id: string;
  personId: string;
  ruleId: string | null;
  channel: Channel;
  status: ActionStatus;
  simulation: Simulation | null;
  to: string | null;
  text: string | null;
  sentBy: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  executedAt: number | null;
  indexes: number[];
};

/**
 * The actions that receipts are about, locked. This waits for an outcome that is being saved, so that either the
 * outcome sees the receipt or the receipt sees the outcome.
 */
export const lockReceiptTargets = async (tx: Tx, receipts: DeliveryReceipt[]): Promise<ReceiptTarget[]> => {
  const { rows } = await tx.execute<ReceiptTarget>(sql`
    WITH row AS MATERIALIZED (SELECT * FROM ${receiptRows(receipts)}),
    target AS MATERIALIZED (
      SELECT a.id, row.index FROM row JOIN actions a ON a.id = row."actionId"
      UNION
      SELECT a.id, row.index FROM row JOIN actions a ON a.messenger = row.messenger AND a.provider_id = row."providerId"),
    locked AS MATERIALIZED (
      SELECT id, person_id, rule_id, type, status, simulation, config, sent_by, created_at, executed_at FROM actions
       WHERE id IN (SELECT id FROM target) ORDER BY id FOR UPDATE)
    SELECT locked.id, person_id AS "personId", rule_id AS "ruleId", type AS channel, status, simulation,
           config -> 'rendered' ->> 'to' AS to, config -> 'rendered' ->> 'text' AS text, sent_by AS "sentBy",
           (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt",
           (extract(epoch FROM executed_at) * 1000)::float8 AS "executedAt",
           ARRAY(SELECT index FROM target WHERE target.id = locked.id ORDER BY index) AS indexes
      FROM locked`);
  return rows;
};

/** Stores each receipt once; returns the indexes of the new ones. */
export const insertReceipts = async (tx: Tx, receipts: DeliveryReceipt[]): Promise<Set<number>> => {
  const { rows } = await tx.execute<{ key: string }>(sql`
    INSERT INTO delivery_receipts (messenger, provider_id, status, detail, action_id)
    SELECT messenger, "providerId", status, detail, "actionId"
      FROM ${receiptRows(receipts)} ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING RETURNING messenger || ' ' || provider_id || ' ' || status AS key`);
  const inserted = new Set(rows.map(({ key }) => key));
  const indexes = new Set<number>();
  receipts.forEach(({ messenger, providerId, status }, index) => {
    // Of two equal receipts in a batch, only the first is new.
    if (inserted.delete(`${messenger} ${providerId} ${status}`)) indexes.add(index);
  });
  return indexes;
};

export type ActionMove = {
  id: string;
  status: string;
  providerId: string;
  price: number | null;
  reasons: Reason[] | null;
};

export const moveActions = async (tx: Tx, moves: ActionMove[]): Promise<void> => {
  if (moves.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET status = row.status, provider_id = coalesce(actions.provider_id, row."providerId"),
           price = coalesce(row.price, actions.price), lease_until = NULL,
           reasons = CASE WHEN row.status = 'failed' THEN coalesce(nullif(row.reasons, 'null'), actions.reasons) ELSE actions.reasons END
      FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS row (
        id uuid, status text, "providerId" text, price numeric, reasons jsonb)
     WHERE actions.id = row.id`);
};
