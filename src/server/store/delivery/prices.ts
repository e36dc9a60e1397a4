import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

/** A send whose price the vendor has not reported yet. */
export type UnpricedSend = { id: string; messenger: string; providerId: string; sentAt: number };

type ClaimedRow = {
  id: string;
  messenger: string;
  providerId: string | null;
  sentAt: number;
  isOpen: boolean;
};

/**
 * Sends whose price is to be asked for now. The older a send, the longer until it is asked for again; after two days
 * it stays without a price.
 */
export const claimUnpriced = async (tx: Tx, limit: number): Promise<UnpricedSend[]> => {
  const { rows } = await tx.execute<ClaimedRow>(sql`
    UPDATE actions SET price_due_at = CASE WHEN executed_at > now() - interval '2 days'
             THEN now() + least(interval '1 hour', greatest(interval '5 seconds', now() - executed_at)) END
     WHERE id IN (SELECT id FROM actions WHERE price_due_at <= now() ORDER BY price_due_at LIMIT ${limit}
                   FOR UPDATE SKIP LOCKED)
    RETURNING id, messenger, provider_id AS "providerId", (extract(epoch FROM executed_at) * 1000)::float8 AS "sentAt",
              price IS NULL AND status IN ('sent', 'delivered', 'read', 'failed') AS "isOpen"`);
  return rows.flatMap(({ isOpen, providerId, ...send }) =>
    isOpen && providerId !== null ? [{ ...send, providerId }] : [],
  );
};

/** Saves what sends cost; a trigger carries it over to the usage rows and the counters. */
export const savePrices = async (tx: Tx, priced: { id: string; price: number }[]): Promise<void> => {
  if (priced.length === 0) return;
  await tx.execute(sql`
    UPDATE actions SET price = row.price, price_due_at = NULL
      FROM jsonb_to_recordset(${JSON.stringify(priced)}::jsonb) AS row (id uuid, price numeric)
     WHERE actions.id = row.id AND actions.price IS NULL`);
};
