import { sql } from "drizzle-orm";
import type { Reason } from "#domain/reason.ts";
import type { Tx } from "#server/db/database.ts";

/** What a vendor told of a send. */
export type Receipt = {
  messenger: string;
  providerId: string;
  /** Known from the address it was sent to, where the vendor's id is not known yet. */
  actionId: string | null;
  status: string;
  price: number | null;
  detail: object;
};

const columns = sql`place int, messenger text, "providerId" text, "actionId" uuid, status text, price numeric, detail jsonb`;
const rowsOf = (receipts: Receipt[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(receipts.map((one, place) => ({ place, ...one })))}::jsonb) AS row (${columns})`;

/** An action as it stands, and which of the receipts are about it. */
export type Told = {
  id: string;
  personId: string;
  ruleId: string | null;
  channel: string;
  status: string;
  to: string | null;
  places: number[];
};

/**
 * The actions that receipts are about, held: an outcome that is being written just now is waited for, so that either
 * it sees the receipt or the receipt sees it.
 */
export const holdTold = async (tx: Tx, receipts: Receipt[]): Promise<Told[]> => {
  const { rows } = await tx.execute<Told>(sql`
    WITH row AS MATERIALIZED (SELECT * FROM ${rowsOf(receipts)}),
    meant AS MATERIALIZED (
      SELECT a.id, row.place FROM row JOIN actions a ON a.id = row."actionId"
      UNION
      SELECT a.id, row.place FROM row JOIN actions a ON a.messenger = row.messenger AND a.provider_id = row."providerId"),
    held AS MATERIALIZED (
      SELECT id, person_id, rule_id, type, status, config FROM actions
       WHERE id IN (SELECT id FROM meant) ORDER BY id FOR UPDATE)
    SELECT held.id, person_id AS "personId", rule_id AS "ruleId", type AS channel, status,
           config -> 'rendered' ->> 'to' AS to,
           ARRAY(SELECT place FROM meant WHERE meant.id = held.id ORDER BY place) AS places
      FROM held`);
  return rows;
};

/** Keeps each receipt once; the places of those that were new. */
export const keepReceipts = async (
  tx: Tx,
  receipts: (Receipt & { of: string | null })[],
): Promise<Set<number>> => {
  const { rows } = await tx.execute<{ key: string }>(sql`
    INSERT INTO callbacks (messenger, provider_id, status, detail, action_id)
    SELECT messenger, "providerId", status, detail, "actionId"
      FROM ${rowsOf(receipts.map(({ of, ...one }) => ({ ...one, actionId: of })))} ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING RETURNING messenger || ' ' || provider_id || ' ' || status AS key`);
  const fresh = new Set(rows.map(({ key }) => key));
  const places = new Set<number>();
  receipts.forEach(({ messenger, providerId, status }, place) => {
    // Twice in one batch, it is new the first time.
    if (fresh.delete(`${messenger} ${providerId} ${status}`)) places.add(place);
  });
  return places;
};

export type Moved = {
  id: string;
  status: string;
  providerId: string;
  price: number | null;
  reasons: Reason[] | null;
};

export const moveActions = async (tx: Tx, moved: Moved[]): Promise<void> => {
  if (moved.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET status = row.status, provider_id = coalesce(actions.provider_id, row."providerId"),
           price = coalesce(row.price, actions.price), lease_until = NULL,
           reasons = CASE WHEN row.status = 'failed' THEN coalesce(nullif(row.reasons, 'null'), actions.reasons) ELSE actions.reasons END
      FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) AS row (
        id uuid, status text, "providerId" text, price numeric, reasons jsonb)
     WHERE actions.id = row.id`);
};
