import { sql } from "drizzle-orm";
import type { ConsentRecord, SuppressionRecord } from "#contract/consents.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import type { AddressHash } from "./address-hash.ts";

export type NewConsent = {
  personId: string;
  channel: string;
  purpose?: string;
  state: "granted" | "denied" | "unproven";
  written?: boolean;
  method: string;
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

type Page = { personId?: string | undefined; before?: string | undefined; limit: number };
const nameOf = sql`nullif(concat_ws(' ', p.first_name, p.last_name), '')`;

export const listConsents = async (
  db: Reader,
  { personId, before, limit }: Page,
): Promise<ConsentRecord[]> => {
  const { rows } = await db.execute<ConsentRecord>(sql`
    SELECT c.id, c.person_id AS "personId", coalesce(${nameOf}, p.email, p.phone) AS "personName", c.channel, c.purpose,
           c.state, c.written, c.method, c.proof, u.email AS "actorEmail", c.created_at AS "createdAt"
      FROM consent_records c LEFT JOIN people p ON p.id = c.person_id LEFT JOIN users u ON u.id = c.actor_id
     WHERE (${personId ?? null}::uuid IS NULL OR c.person_id = ${personId ?? null})
       AND (${before ?? null}::uuid IS NULL OR c.id < ${before ?? null})
     ORDER BY c.id DESC LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
};

/** All, or those of one person's addresses. Otherwise whose it is is known where a message of theirs brought it about. */
export const listSuppressions = async (
  db: Reader,
  { before, limit }: Page,
  hash: AddressHash,
  person?: { id: string; name: string | null; addresses: string[] },
): Promise<SuppressionRecord[]> => {
  const mine = person?.addresses.map((address) => hash(address).toString("hex"));
  const { rows } = await db.execute<SuppressionRecord>(sql`
    SELECT s.id, s.scope, s.state, s.source, s.reason, s.created_at AS "createdAt", p.id AS "personId",
           coalesce(${nameOf}, p.email, p.phone) AS "personName"
      FROM suppressions s
      LEFT JOIN events e ON e.id = s.caused_by
      LEFT JOIN actions a ON a.id = s.caused_by
      LEFT JOIN people p ON p.id = coalesce(e.person_id, a.person_id)
     WHERE (${before ?? null}::uuid IS NULL OR s.id < ${before ?? null})
       ${mine ? sql`AND encode(s.address_hash, 'hex') = ANY(${sql.param(mine)}::text[])` : sql``}
     ORDER BY s.id DESC LIMIT ${limit}`);
  return rows.map((row) => ({
    ...row,
    personId: person?.id ?? row.personId,
    personName: person?.name ?? row.personName,
    createdAt: new Date(row.createdAt).toISOString(),
  }));
};

export type OpenReview = {
  id: string;
  personId: string;
  personName: string | null;
  channel: string;
  words: string;
  createdAt: string;
};

export const listReviews = async (db: Reader): Promise<OpenReview[]> => {
  const { rows } = await db.execute<OpenReview>(sql`
    SELECT r.id, r.person_id AS "personId", coalesce(${nameOf}, p.email, p.phone) AS "personName", r.channel, r.words,
           r.created_at AS "createdAt"
      FROM reviews r LEFT JOIN people p ON p.id = r.person_id WHERE r.resolved_at IS NULL ORDER BY r.id LIMIT 500`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
};

export const resolveReview = async (
  tx: Tx,
  id: string,
  outcome: string,
  userId: string | null,
): Promise<{ personId: string; words: string } | undefined> => {
  const { rows } = await tx.execute<{ personId: string; words: string }>(sql`
    UPDATE reviews SET outcome = ${outcome}, resolved_by = ${userId}, resolved_at = now()
     WHERE id = ${id} AND resolved_at IS NULL RETURNING person_id AS "personId", words`);
  return rows[0];
};
