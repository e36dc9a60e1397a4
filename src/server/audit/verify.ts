import type pg from "pg";
import type { AuditDetails } from "#domain/audit/audit-details.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { isHeadSigned, readChainStart, type SignedHead } from "./anchor.ts";
import { computeChainHash, computeCommitment, computeDigest } from "./entry.ts";

export type AuditVerification =
  | { ok: true; rows: number; heads: number }
  | {
      ok: false;
      seq: number;
      reason: "changed" | "missing" | "out of order" | "cut" | "rewritten" | "forged head";
    };

type StoredAuditRow = {
  seq: string;
  id: string;
  user_id: string | null;
  event_type: string;
  entity_type: string | null;
  entity_id: string | null;
  description: string;
  details: AuditDetails | null;
  metadata: Record<string, unknown> | null;
  status: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Date;
  salt: Buffer;
  commitment: Buffer;
  digest: Buffer;
  hash: Buffer;
};

const pageSize = 5_000;

/**
 * Entries whose personal fields were emptied have no salt; they are genuine if a later erasure lists them. Their
 * commitment still takes part in the chain.
 */
const isEmptied = ({ salt }: StoredAuditRow): boolean => salt.length === 0;

const erasedBy = ({ entity_type, metadata }: StoredAuditRow): number[] => {
  const entries = entity_type === "person" ? metadata?.erasedEntries : undefined;
  return Array.isArray(entries) ? entries.filter((seq) => typeof seq === "number") : [];
};

/**
 * Recomputes the whole chain without using database functions and compares it with the signed heads. Heads that were
 * signed before the chain started belong to the chain that its first entry continues.
 */
export const verifyAudit = async (
  pool: pg.Pool,
  keyring: Keyring,
  heads: SignedHead[],
): Promise<AuditVerification> => {
  const forged = heads.find((head) => keyring.find(head.key) && !isHeadSigned(keyring, head));
  if (forged) return { ok: false, seq: forged.seq, reason: "forged head" };
  const start = await readChainStart(pool, keyring);
  const known = heads.filter((head) => keyring.find(head.key));
  const earlier = known.filter(({ at }) => start !== undefined && at < start.at);
  const contradicting =
    start && earlier.find(({ seq: of, hash }) => of > start.seq || (of === start.seq && hash !== start.hash));
  if (contradicting) return { ok: false, seq: contradicting.seq, reason: "rewritten" };
  const signed = known.filter(({ at }) => start === undefined || at >= start.at);
  const signedHashes = new Map(signed.map((head) => [head.seq, head.hash]));
  const conflicting = signed.find((head) => signedHashes.get(head.seq) !== head.hash);
  if (conflicting) return { ok: false, seq: conflicting.seq, reason: "rewritten" };
  let previous: Buffer = Buffer.alloc(0);
  let seq = 0;
  const emptied = new Set<number>();
  for (;;) {
    const { rows } = await pool.query<StoredAuditRow>(
      "SELECT * FROM audit_logs WHERE seq > $1 ORDER BY seq LIMIT $2",
      [seq, pageSize],
    );
    for (const row of rows) {
      const problem = checkRow(row, seq + 1, previous);
      if (problem) return { ok: false, seq: seq + 1, reason: problem };
      const head = signedHashes.get(seq + 1);
      if (head !== undefined && head !== row.hash.toString("hex")) {
        return { ok: false, seq: seq + 1, reason: "rewritten" };
      }
      for (const erased of erasedBy(row)) emptied.delete(erased);
      if (isEmptied(row)) emptied.add(seq + 1);
      previous = row.hash;
      seq += 1;
    }
    if (rows.length < pageSize) break;
  }
  const [unexplained] = emptied;
  if (unexplained !== undefined) return { ok: false, seq: unexplained, reason: "changed" };
  const lastSigned = signed.reduce((last, head) => Math.max(last, head.seq), 0);
  if (lastSigned > seq) return { ok: false, seq: seq + 1, reason: "cut" };
  return { ok: true, rows: seq, heads: known.length };
};

const checkRow = (
  row: StoredAuditRow,
  expectedSeq: number,
  previous: Buffer,
): "changed" | "missing" | "out of order" | undefined => {
  if (Number(row.seq) !== expectedSeq) return "missing";
  const hashed = { ...row, created_at: row.created_at.toISOString() };
  const commitment = isEmptied(row) ? row.commitment : computeCommitment(row.salt, hashed);
  const digest = computeDigest(hashed, commitment);
  if (!commitment.equals(row.commitment) || !digest.equals(row.digest)) return "changed";
  return computeChainHash(previous, digest).equals(row.hash) ? undefined : "out of order";
};
