import { sql } from "drizzle-orm";
import type { SuppressionRecord } from "#contract/consents.ts";
import type {
  SuppressionScope,
  SuppressionSource,
  SuppressionState,
} from "#domain/compliance/suppression.ts";
import type { Db, Tx } from "#server/db/database.ts";
import { likePattern } from "#server/store/like-pattern.ts";
import { matchesPersonSql } from "#server/store/people/people-search.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import type { AddressHash } from "./address-hash.ts";
import { countedSuppressions } from "./counted-suppressions.ts";
import { type LedgerPage, type LedgerRange, readLedgerPage } from "./ledger-page.ts";

type NewSuppression = {
  state: SuppressionState;
  /** All channels unless only one is affected. */
  scope?: SuppressionScope;
  source: SuppressionSource;
  reason: string | null;
  causedBy: string | null;
  actorId?: string | null;
  /** It was said to a simulator outside the demo. */
  simulated?: boolean;
};

export const insertSuppression = async (
  tx: Tx,
  addressHash: Buffer,
  { state, scope = "all", source, reason, causedBy, actorId = null, simulated = false }: NewSuppression,
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO suppressions (address_hash, scope, state, source, reason, actor_id, caused_by, simulated)
    VALUES (${addressHash}, ${scope}, ${state}, ${source}, ${reason}, ${actorId}, ${causedBy}, ${simulated})`);
};

/** An address by its hash in hex, and what is no longer sent to it. */
type NewOptOut = {
  hash: string;
  scope: SuppressionScope;
  source: SuppressionSource;
  actorId: string | null;
  causedBy: string | null;
};

/** Opts many addresses out; one that is opted out already gets no second row. */
export const insertOptOuts = async (tx: Tx, optOuts: readonly NewOptOut[]): Promise<void> => {
  if (optOuts.length === 0) return;
  await tx.execute(sql`
    INSERT INTO suppressions (address_hash, scope, state, source, actor_id, caused_by)
    SELECT DISTINCT ON (row.hash, row.scope) decode(row.hash, 'hex'), row.scope, 'opted_out', row.source,
           row."actorId", row."causedBy"
      FROM jsonb_to_recordset(${JSON.stringify(optOuts)}::jsonb) AS row (
        hash text, scope text, source text, "actorId" uuid, "causedBy" uuid)
     WHERE NOT EXISTS (SELECT FROM (SELECT state FROM ${countedSuppressions} s
                                     WHERE s.address_hash = decode(row.hash, 'hex') AND s.scope = row.scope
                                     ORDER BY s.created_at DESC, s.id DESC LIMIT 1) newest
                        WHERE newest.state = 'opted_out')`);
};

/**
 * Whether a vendor's refusal of a message says nothing new about the address: it is opted out already, or was opted in
 * after the message was made.
 */
export const isRefusalOutdated = async (tx: Tx, addressHash: Buffer, actionId: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ outdated: boolean }>(sql`
    SELECT state = 'opted_out'
           OR created_at > (SELECT created_at FROM actions WHERE id = ${actionId}) AS outdated
      FROM ${countedSuppressions} s WHERE address_hash = ${addressHash} AND scope = 'all'
     ORDER BY created_at DESC, id DESC LIMIT 1`);
  return rows[0]?.outdated ?? false;
};

/** Whether an opt-out of any channel is in force for the address; bounces are none. */
export const hasOptedOut = async (tx: Tx, addressHash: Buffer): Promise<boolean> => {
  const { rows } = await tx.execute<{ state: SuppressionState }>(sql`
    SELECT DISTINCT ON (scope) state FROM ${countedSuppressions} s
     WHERE address_hash = ${addressHash} AND source <> 'bounce' ORDER BY scope, created_at DESC, id DESC`);
  return rows.some(({ state }) => state === "opted_out");
};

type SuppressionFilter = {
  scope?: string | undefined;
  state?: string | undefined;
  search?: string | undefined;
};

/** All, or those of one person's addresses. Without a person, the name is known only where a message caused the row. */
export const listSuppressions = (
  db: Db,
  { scope, state, search, ...range }: SuppressionFilter & LedgerRange,
  limit: number,
  hash: AddressHash,
  person?: { id: string; name: string | null; addresses: string[] },
): Promise<LedgerPage<SuppressionRecord>> =>
  readLedgerPage<SuppressionRecord, SuppressionRecord>(
    db,
    {
      table: sql`suppressions`,
      columns: sql`entry.scope, entry.state, entry.source, entry.reason, entry.simulated, p.id AS "personId",
        ${personNameSql} AS "personName"`,
      joins: sql`LEFT JOIN events e ON e.id = entry.caused_by LEFT JOIN actions a ON a.id = entry.caused_by
        LEFT JOIN people p ON p.id = coalesce(e.person_id, a.person_id)`,
      indexed: person
        ? [
            sql`entry.address_hash = ANY(${sql.param(person.addresses.map((address) => hash(address)))}::bytea[])`,
          ]
        : [],
      filters: [
        ...(scope ? [sql`entry.scope = ${scope}`] : []),
        ...(state ? [sql`entry.state = ${state}`] : []),
        ...(search
          ? [sql`((${matchesPersonSql(search)}) OR entry.reason ILIKE ${likePattern(search)})`]
          : []),
      ],
      present: (record) => ({
        ...record,
        personId: person?.id ?? record.personId,
        personName: person?.name ?? record.personName,
      }),
    },
    range,
    limit,
  );
