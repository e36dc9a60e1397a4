import { sql } from "drizzle-orm";
import type { AutoReplyChannel, AutoReplyMode } from "#domain/conversations/auto-reply.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";
import type { Reader, Tx } from "#server/db/database.ts";

export type AutoReplyRule = { channel: AutoReplyChannel; intent: ReadIntent; mode: AutoReplyMode };

/** What is not listed is off. */
export const listAutoReplyRules = async (db: Reader): Promise<AutoReplyRule[]> => {
  const { rows } = await db.execute<AutoReplyRule>(
    sql`SELECT channel, intent, mode FROM auto_reply_rules WHERE mode <> 'off' ORDER BY channel, intent`,
  );
  return rows;
};

export const replaceAutoReplyRules = async (tx: Tx, rules: readonly AutoReplyRule[]): Promise<void> => {
  await tx.execute(sql`LOCK TABLE auto_reply_rules IN SHARE ROW EXCLUSIVE MODE`);
  await tx.execute(sql`DELETE FROM auto_reply_rules`);
  await tx.execute(sql`
    INSERT INTO auto_reply_rules (channel, intent, mode)
    SELECT DISTINCT ON (channel, intent) channel, intent, mode
      FROM jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) AS row (channel text, intent text, mode text)
     WHERE mode <> 'off'`);
};
