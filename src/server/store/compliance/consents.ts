import { sql } from "drizzle-orm";
import type { ConsentRecord } from "#contract/consents.ts";
import type { ConsentMethod, ConsentState } from "#domain/compliance/consent.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

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

export const insertConsents = async (tx: Tx, records: NewConsent[]): Promise<string[]> => {
  if (records.length === 0) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO consent_records (person_id, channel, purpose, state, written, method, proof, actor_id, caused_by)
    SELECT "personId", channel, coalesce(purpose, 'marketing'), state, coalesce(written, false), method,
           nullif(proof, 'null'), "actorId", "causedBy"
      FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS row (
        "personId" uuid, channel text, purpose text, state text, written boolean, method text, proof jsonb,
        "actorId" uuid, "causedBy" uuid)
    RETURNING id`);
  return rows.map(({ id }) => id);
};

export const listConsents = async (
  db: Reader,
  { personId, before, limit }: { personId?: string | undefined; before?: string | undefined; limit: number },
): Promise<ConsentRecord[]> => {
  const { rows } = await db.execute<ConsentRecord>(sql`
    SELECT c.id, c.person_id AS "personId", ${personNameSql} AS "personName", c.channel, c.purpose,
           c.state, c.written, c.method, c.proof, u.email AS "actorEmail", c.created_at AS "createdAt"
      FROM consent_records c LEFT JOIN people p ON p.id = c.person_id LEFT JOIN users u ON u.id = c.actor_id
     WHERE (${personId ?? null}::uuid IS NULL OR c.person_id = ${personId ?? null})
       AND (${before ?? null}::uuid IS NULL
            OR (c.created_at, c.id) < (SELECT created_at, id FROM consent_records WHERE id = ${before ?? null}))
     ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
};
