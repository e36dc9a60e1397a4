import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

/** A letter that something came back about. */
export type Returned = {
  id: string;
  personId: string;
  /** Where it went. */
  to: string;
  providerId: string | null;
};

export const findReturned = async (tx: Tx, actionId: string): Promise<Returned | undefined> => {
  const { rows } = await tx.execute<Returned>(sql`
    SELECT id, person_id AS "personId", lower(config -> 'rendered' ->> 'to') AS to, provider_id AS "providerId"
      FROM actions WHERE id = ${actionId} AND type = 'email' AND config -> 'rendered' ->> 'to' IS NOT NULL`);
  return rows[0];
};

type Told = { status: string | null; class: string; diagnostic: string | null };

/** The letter came back for good. False when that was known, or it did arrive. */
export const failReturned = async (
  tx: Tx,
  { id, providerId }: Returned,
  told: Told,
  reasons: object[],
): Promise<boolean> => {
  const detail = JSON.stringify({ code: told.status, class: told.class });
  const { rowCount: isNew } = await tx.execute(sql`
    INSERT INTO callbacks (messenger, provider_id, status, detail, action_id)
    VALUES ('smtp', ${providerId ?? id}, 'failed', ${detail}::jsonb, ${id}) ON CONFLICT DO NOTHING`);
  if (isNew === 0) return false;
  const { rowCount } = await tx.execute(sql`
    UPDATE actions SET status = 'failed', lease_until = NULL, not_before = NULL, reasons = ${JSON.stringify(reasons)}::jsonb,
           result = coalesce(result, '{}') || ${JSON.stringify({ error: told.diagnostic ?? told.status, bounce: told })}::jsonb
     WHERE id = ${id} AND status IN ('sent', 'unknown')`);
  return (rowCount ?? 0) > 0;
};

/** How many letters to an address came back for a while in the last month. */
export const countSoftBounces = async (tx: Tx, { personId, to }: Returned): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM actions a JOIN callbacks c ON c.action_id = a.id
     WHERE a.person_id = ${personId} AND a.type = 'email' AND lower(a.config -> 'rendered' ->> 'to') = ${to}
       AND c.messenger = 'smtp' AND c.detail ->> 'class' = 'soft' AND c.created_at > now() - interval '30 days'`);
  return rows[0]?.count ?? 0;
};
