import { sql } from "drizzle-orm";
import type { SuppressionRecord } from "#contract/consents.ts";
import type {
  SuppressionScope,
  SuppressionSource,
  SuppressionState,
} from "#domain/compliance/suppression.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import type { AddressHash } from "./address-hash.ts";

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

/** The newest state for all channels. */
export const latestSuppressionState = async (
  tx: Tx,
  addressHash: Buffer,
): Promise<SuppressionState | undefined> => {
  const { rows } = await tx.execute<{ state: SuppressionState }>(sql`
    SELECT state FROM suppressions WHERE address_hash = ${addressHash} AND scope = 'all'
     ORDER BY created_at DESC, id DESC LIMIT 1`);
  return rows[0]?.state;
};

/** Whether an opt-out of any channel is in force for the address; bounces are none. */
export const hasOptedOut = async (tx: Tx, addressHash: Buffer): Promise<boolean> => {
  const { rows } = await tx.execute<{ state: SuppressionState }>(sql`
    SELECT DISTINCT ON (scope) state FROM suppressions
     WHERE address_hash = ${addressHash} AND source <> 'bounce' ORDER BY scope, created_at DESC, id DESC`);
  return rows.some(({ state }) => state === "opted_out");
};

/** All, or those of one person's addresses. Without a person, the name is known only where a message caused the row. */
export const listSuppressions = async (
  db: Reader,
  { before, limit }: { before?: string | undefined; limit: number },
  hash: AddressHash,
  person?: { id: string; name: string | null; addresses: string[] },
): Promise<SuppressionRecord[]> => {
  const hashes = person?.addresses.map((address) => hash(address).toString("hex"));
  const { rows } = await db.execute<SuppressionRecord>(sql`
    SELECT s.id, s.scope, s.state, s.source, s.reason, s.simulated, s.created_at AS "createdAt", p.id AS "personId",
           ${personNameSql} AS "personName"
      FROM suppressions s
      LEFT JOIN events e ON e.id = s.caused_by
      LEFT JOIN actions a ON a.id = s.caused_by
      LEFT JOIN people p ON p.id = coalesce(e.person_id, a.person_id)
     WHERE (${before ?? null}::uuid IS NULL
            OR (s.created_at, s.id) < (SELECT created_at, id FROM suppressions WHERE id = ${before ?? null}))
       ${hashes ? sql`AND encode(s.address_hash, 'hex') = ANY(${sql.param(hashes)}::text[])` : sql``}
     ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`);
  return rows.map((row) => ({
    ...row,
    personId: person?.id ?? row.personId,
    personName: person?.name ?? row.personName,
    createdAt: new Date(row.createdAt).toISOString(),
  }));
};
