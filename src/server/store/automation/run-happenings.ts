import { sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";

export type NewHappening = { personId: string; key: string; at: number };

/** A rule whose runs ask for what happens, by the keys of the happenings. */
export type AskingRule = { id: string; happenings: readonly string[] };

/**
 * Keeps what happened with the runs whose rules ask for it, and makes these due. Their people, where a happening
 * changed them, are locked before. Returns how many runs.
 */
export const noteHappenings = async (
  tx: Tx,
  rules: readonly AskingRule[],
  happenings: readonly NewHappening[],
): Promise<number> => {
  const askedBy = new Map<string, string[]>();
  for (const { id, happenings: keys } of rules)
    for (const key of keys) askedBy.set(key, [...(askedBy.get(key) ?? []), id]);
  const rows = happenings.flatMap(({ personId, key, at }) =>
    (askedBy.get(key) ?? []).map((ruleId) => ({ personId, ruleId, key, at })),
  );
  if (rows.length === 0) return 0;
  const { rowCount } = await tx.execute(sql`
    WITH news AS (
      SELECT id, jsonb_object_agg(key, at) AS happened
        FROM (SELECT r.id, row.key, max(row.at) AS at
                FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row ("personId" uuid, "ruleId" uuid, key text, at float8)
                JOIN sequence_runs r ON r.rule_id = row."ruleId" AND r.person_id = row."personId"
               WHERE r.state <> 'ended' AND r.started_at < to_timestamp(row.at / 1000)
               GROUP BY r.id, row.key) each
       GROUP BY id
    ), locked AS (
      SELECT id FROM sequence_runs WHERE id IN (SELECT id FROM news) AND state <> 'ended' ORDER BY id FOR UPDATE
    )
    UPDATE sequence_runs r SET happened = r.happened || news.happened, due_at = now()
      FROM news JOIN locked ON locked.id = news.id WHERE r.id = news.id`);
  return rowCount ?? 0;
};
