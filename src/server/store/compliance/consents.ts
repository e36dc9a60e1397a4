import { sql } from "drizzle-orm";
import type { ConsentRecord } from "#contract/consents.ts";
import type { ConsentMethod, ConsentState } from "#domain/compliance/consent.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { type LedgerPage, type LedgerRange, personConditions, readLedgerPage } from "./ledger-page.ts";

export type NewConsent = {
  personId: string;
  channel: string;
  purpose?: string;
  state: ConsentState;
  written?: boolean;
  method: ConsentMethod;
  proof: Record<string, unknown> | null;
  actorId: string | null;
  causedBy: string | null;
};

/**
 * Locks the people first, and dates each record after the lock: of two transactions, the one that commits last has the
 * newest record, and one that locked a person to read what they refused misses no refusal.
 */
export const insertConsents = async (tx: Tx, records: NewConsent[]): Promise<string[]> => {
  if (records.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH row AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS row (
        "personId" uuid, channel text, purpose text, state text, written boolean, method text, proof jsonb,
        "actorId" uuid, "causedBy" uuid)),
    locked AS MATERIALIZED (
      SELECT p.id FROM people p WHERE p.id IN (SELECT "personId" FROM row) ORDER BY p.id FOR NO KEY UPDATE),
    ready AS MATERIALIZED (SELECT count(*) AS people FROM locked)
    INSERT INTO consent_records (person_id, channel, purpose, state, written, method, proof, actor_id, caused_by, created_at)
    SELECT "personId", channel, coalesce(purpose, 'marketing'), state, coalesce(written, false), method,
           nullif(proof, 'null'), "actorId", "causedBy", clock_timestamp()
      FROM ready CROSS JOIN row WHERE ready.people >= 0
    RETURNING id`);
  return rows.map(({ id }) => id);
};

type ConsentFilter = {
  personId?: string | undefined;
  channel?: string | undefined;
  state?: string | undefined;
  search?: string | undefined;
};

export const listConsents = async (
  db: Db,
  { personId, channel, state, search, ...range }: ConsentFilter & LedgerRange,
  limit: number,
): Promise<LedgerPage<ConsentRecord>> => {
  const people = await personConditions(db, search);
  return readLedgerPage<ConsentRecord, ConsentRecord>(
    db,
    {
      table: sql`consent_records`,
      columns: sql`entry.person_id AS "personId", ${personNameSql} AS "personName", entry.channel, entry.purpose,
        entry.state, entry.written, entry.method, entry.proof, u.email AS "actorEmail"`,
      joins: sql`LEFT JOIN people p ON p.id = entry.person_id LEFT JOIN users u ON u.id = entry.actor_id`,
      indexed: [...(personId ? [sql`entry.person_id = ${personId}`] : []), ...people.indexed],
      filters: [
        ...(channel ? [sql`entry.channel = ${channel}`] : []),
        ...(state ? [sql`entry.state = ${state}`] : []),
        ...people.filters,
      ],
      present: (record) => record,
    },
    range,
    limit,
  );
};
