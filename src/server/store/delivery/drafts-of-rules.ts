import { sql } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";

/** Drafts of rules that wait, as `a`. */
const isOpenDraft = sql`a.state = 'pending' AND a.kind = 'draft' AND a.content #> '{message,rule}' IS NOT NULL`;

export const countOpenRuleDrafts = async (db: Reader): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM approvals a WHERE ${isOpenDraft} AND a.expires_at > now()`);
  return rows[0]?.count ?? 0;
};

/** A newer draft takes the place of those that still wait for this person. */
export const replaceRuleDrafts = async (tx: Tx, personId: string): Promise<void> => {
  await tx.execute(sql`
    UPDATE approvals SET state = 'expired' WHERE id IN (
      SELECT a.id FROM approvals a WHERE a.person_id = ${personId} AND ${isOpenDraft} ORDER BY a.id FOR UPDATE)`);
};
