import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

/** A send whose price the vendor has not told yet. */
export type Unpriced = { id: string; messenger: string; providerId: string; sentAt: number };

/**
 * Those whose turn it is to be asked for, the oldest first; the longer ago they were sent, the longer until they are
 * asked for again. What has no price after two days never gets one.
 */
export const takeUnpriced = async (tx: Tx, most: number): Promise<Unpriced[]> => {
  const { rows } = await tx.execute<Unpriced>(sql`
    UPDATE actions SET not_before = now() + least(interval '1 hour', greatest(interval '5 seconds', now() - executed_at))
     WHERE id IN (SELECT id FROM actions
                   WHERE price IS NULL AND provider_id IS NOT NULL AND messenger LIKE 'twilio-%'
                     AND status IN ('sent', 'delivered', 'read', 'failed')
                     AND executed_at BETWEEN now() - interval '2 days' AND now() - interval '2 seconds'
                     AND coalesce(not_before, '-infinity') <= now()
                   ORDER BY executed_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, messenger, provider_id AS "providerId", (extract(epoch FROM executed_at) * 1000)::float8 AS "sentAt"`);
  return rows;
};

/** What sends cost; the ledger of usage, and with it all figures, follow by themselves. */
export const savePrices = async (tx: Tx, priced: { id: string; price: number }[]): Promise<void> => {
  if (priced.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET price = row.price
      FROM jsonb_to_recordset(${JSON.stringify(priced)}::jsonb) AS row (id uuid, price numeric)
     WHERE actions.id = row.id AND actions.price IS NULL`);
};
