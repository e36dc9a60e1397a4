import { sql } from "drizzle-orm";
import { signChainStart } from "#server/audit/anchor.ts";
import { type Actor, type AuditRow, computeChainHash, createAuditRow } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import type { Keyring } from "#server/vault/keyring.ts";

const batchSize = 5000;

type ChainHead = { seq: number; hash: string };

/** Locks the chain until the transaction ends. */
const lockHead = async (tx: Tx): Promise<ChainHead> => {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('faro audit chain', 0))`);
  const { rows } = await tx.execute<ChainHead>(
    sql`SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash FROM audit_logs ORDER BY seq DESC LIMIT 1`,
  );
  return rows[0] ?? { seq: 0, hash: "" };
};

/** As `audit_append` does, but in one statement for thousands of rows: the chain is computed here. */
export const appendAuditRows = async (tx: Tx, rows: readonly AuditRow[]): Promise<void> => {
  const head = await lockHead(tx);
  let previous: Buffer = Buffer.from(head.hash, "hex");
  const chained = rows.map((row, index) => {
    previous = computeChainHash(previous, Buffer.from(row.digest, "hex"));
    return { ...row, seq: head.seq + index + 1, hash: previous.toString("hex") };
  });
  for (let start = 0; start < chained.length; start += batchSize)
    await tx.execute(sql`
      INSERT INTO audit_logs (id, seq, user_id, event_type, entity_type, entity_id, description, details, metadata, status,
                              ip_address, user_agent, created_at, salt, commitment, digest, hash)
      SELECT id, seq, user_id, event_type, entity_type, entity_id, description, details, metadata, status, ip_address,
             user_agent, created_at, decode(salt, 'hex'), decode(commitment, 'hex'), decode(digest, 'hex'), decode(hash, 'hex')
        FROM jsonb_to_recordset(${JSON.stringify(chained.slice(start, start + batchSize))}::jsonb) AS row (
          id uuid, seq bigint, user_id uuid, event_type text, entity_type text, entity_id text, description text,
          details jsonb, metadata jsonb, status text, ip_address text, user_agent text, created_at timestamptz, salt text,
          commitment text, digest text, hash text)`);
};

/**
 * Replaces the chain by a new one: its first entry holds the signed head of the old chain, and the entries that the
 * demo did not make follow.
 */
export const restartAuditChain = async (tx: Tx, keyring: Keyring, actor: Actor, now: Date): Promise<void> => {
  const head = await lockHead(tx);
  const { rows: kept } = await tx.execute<AuditRow>(sql`
    SELECT id, user_id, event_type, entity_type, entity_id, description, details, metadata, status, ip_address, user_agent,
           to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
           encode(salt, 'hex') AS salt, encode(commitment, 'hex') AS commitment, encode(digest, 'hex') AS digest
      FROM audit_logs WHERE metadata -> 'demo' IS DISTINCT FROM 'true' ORDER BY seq`);
  const first = createAuditRow(
    {
      eventType: "data_change",
      entityType: "workspace",
      entityId: "demo",
      details: { kind: "thing", verb: "deleted", thing: "demo_data" },
      metadata: { previousChain: signChainStart(keyring.current(), head.seq, head.hash, now) },
    },
    actor,
    now,
  );
  await tx.execute(sql`ALTER TABLE audit_logs DISABLE TRIGGER audit_logs_insert_only`);
  await tx.execute(sql`TRUNCATE audit_logs`);
  await tx.execute(sql`ALTER TABLE audit_logs ENABLE TRIGGER audit_logs_insert_only`);
  await appendAuditRows(tx, [first, ...kept]);
};
