import { sql } from "drizzle-orm";
import type { Consent } from "#domain/compliance/consent.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { lockAddresses } from "#server/store/people/matching.ts";

type Row = Record<string, unknown>;

/** Rows of a person that a merge replaces rather than moves, as they were. */
export type PersonSnapshot = {
  person: Row;
  addresses: Row[];
  thread: Row | null;
  profile: Row | null;
  summary: Row | null;
  conversations: Row[];
  drafts: Row[];
  reads: Row[];
  moments: Row[];
  duplicates: Row[];
};

/** Everything about one person that is not moved row by row, as JSON that the database itself can read again. */
export const readSnapshot = async (db: Reader, id: string): Promise<PersonSnapshot | undefined> => {
  const { rows } = await db.execute<PersonSnapshot>(sql`
    SELECT to_jsonb(p) - 'search' AS person,
           (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM person_addresses a WHERE a.person_id = p.id) AS addresses,
           (SELECT to_jsonb(t) FROM threads t WHERE t.person_id = p.id) AS thread,
           (SELECT to_jsonb(a) FROM ai_profiles a WHERE a.person_id = p.id) AS profile,
           (SELECT to_jsonb(s) FROM person_summaries s WHERE s.person_id = p.id) AS summary,
           (SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]') FROM conversations c WHERE c.person_id = p.id) AS conversations,
           (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM drafts d WHERE d.person_id = p.id) AS drafts,
           (SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM thread_reads r WHERE r.person_id = p.id) AS reads,
           (SELECT coalesce(jsonb_agg(to_jsonb(m)), '[]') FROM score_snapshots m WHERE m.person_id = p.id) AS moments,
           (SELECT coalesce(jsonb_agg(to_jsonb(d)), '[]') FROM possible_duplicates d
             WHERE d.person_id = p.id OR d.other_id = p.id) AS duplicates
      FROM people p WHERE p.id = ${id}`);
  return rows[0];
};

/** The newest consent of each channel and purpose, by person. */
export const readLatestConsents = async (
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, Consent[]>> => {
  const { rows } = await db.execute<Consent & { personId: string }>(sql`
    SELECT DISTINCT ON (person_id, channel, purpose) person_id AS "personId", channel, purpose, state, written,
           (extract(epoch FROM created_at) * 1000)::float8 AS at, id AS proof
      FROM consent_records WHERE person_id = ANY(${sql.param(ids)}::uuid[])
     ORDER BY person_id, channel, purpose, created_at DESC, id DESC`);
  return Map.groupBy(rows, ({ personId }) => personId);
};

/**
 * Locks people with their addresses, messages and threads until the transaction ends: a send that was claimed before is
 * recorded first, and the next one is decided for the person as they are then.
 */
export const lockForMerge = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const { rows } = await tx.execute<{ value: string }>(sql`
    SELECT value FROM person_addresses WHERE person_id = ANY(${sql.param(ids)}::uuid[])`);
  await lockAddresses(
    tx,
    rows.map(({ value }) => value),
  );
  // Actions before threads before people, as the sender and the inbox lock them.
  await tx.execute(
    sql`SELECT FROM actions WHERE person_id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR UPDATE`,
  );
  await tx.execute(
    sql`SELECT FROM threads WHERE person_id = ANY(${sql.param(ids)}::uuid[]) ORDER BY person_id FOR UPDATE`,
  );
  await tx.execute(sql`SELECT FROM people WHERE id = ANY(${sql.param(ids)}::uuid[]) ORDER BY id FOR UPDATE`);
};
