import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import * as z from "zod";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/**
 * A hash chain alone does not reveal that its tail was removed or that all of it was rewritten. So its head is signed
 * and stored in a file, which database access alone cannot change.
 */
const headLine = z.object({
  seq: z.int(),
  hash: z.hex(),
  at: z.iso.datetime(),
  key: z.string(),
  signature: z.string(),
});
export type SignedHead = z.infer<typeof headLine>;

export const headsFile = (dataDir: string): string => join(dataDir, "audit-heads.jsonl");

// The fixed first bytes of an Ed25519 private key in PKCS #8, before its 32-byte seed (RFC 8410).
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");
const signingKey = (master: MasterKey) =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, deriveKey(master, "audit heads")]),
    format: "der",
    type: "pkcs8",
  });

const publicKeys = new Map<string, KeyObject>();
const publicKey = (master: MasterKey): KeyObject => {
  const key = publicKeys.get(master.id) ?? createPublicKey(signingKey(master));
  publicKeys.set(master.id, key);
  return key;
};

const signedText = (head: Pick<SignedHead, "seq" | "hash" | "at">): Buffer =>
  Buffer.from(`faro audit head ${head.seq} ${head.hash} ${head.at}`);

export const signHead = (master: MasterKey, seq: number, hash: string, now: Date): SignedHead => {
  const head = { seq, hash, at: now.toISOString() };
  const signature = sign(null, signedText(head), signingKey(master)).toString("base64url");
  return { ...head, key: master.id, signature };
};

export const isHeadSigned = (keyring: Keyring, head: SignedHead): boolean => {
  const master = keyring.find(head.key);
  if (!master) return false;
  return verify(null, signedText(head), publicKey(master), Buffer.from(head.signature, "base64url"));
};

/** The head of the chain before this one, signed in the first entry of a new chain. */
export const chainStart = headLine;

const chainStartText = (start: Pick<SignedHead, "seq" | "hash" | "at">): Buffer =>
  Buffer.from(`faro audit chain start after ${start.seq} ${start.hash} ${start.at}`);

export const signChainStart = (master: MasterKey, seq: number, hash: string, now: Date): SignedHead => {
  const start = { seq, hash, at: now.toISOString() };
  const signature = sign(null, chainStartText(start), signingKey(master)).toString("base64url");
  return { ...start, key: master.id, signature };
};

export const isChainStartSigned = (keyring: Keyring, start: SignedHead): boolean => {
  const master = keyring.find(start.key);
  if (!master) return false;
  return verify(null, chainStartText(start), publicKey(master), Buffer.from(start.signature, "base64url"));
};

/** The signed start of the current chain; undefined for the first chain of a workspace. */
export const readChainStart = async (
  db: Pick<pg.ClientBase, "query">,
  keyring: Keyring,
): Promise<SignedHead | undefined> => {
  const { rows } = await db.query<{ start: unknown }>(
    "SELECT metadata -> 'previousChain' AS start FROM audit_logs WHERE seq = 1",
  );
  const { data } = chainStart.safeParse(rows[0]?.start);
  return data && isChainStartSigned(keyring, data) ? data : undefined;
};

export const readHeads = async (dataDir: string): Promise<SignedHead[]> => {
  const text = await readFile(headsFile(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      // A killed process may leave an incomplete line; the next head covers the same entries.
      const parsed = headLine.safeParse(parseJsonLine(line));
      return parsed.success ? [parsed.data] : [];
    });
};

const parseJsonLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** A head covers all entries before it, so old heads can be dropped. */
const maxHeads = 2_000;
const dropOldHeads = async (dataDir: string, heads: SignedHead[]): Promise<void> => {
  const temporary = `${headsFile(dataDir)}.new`;
  const lines = heads.slice(-maxHeads / 2).map((head) => `${JSON.stringify(head)}\n`);
  const file = await open(temporary, "w", 0o600);
  await file.write(lines.join(""));
  await file.sync();
  await file.close();
  await rename(temporary, headsFile(dataDir));
};

type CurrentHead = { seq: number; hash: string; at: Date; start: SignedHead | undefined };

/** Read under the chain's lock: the head of a chain that is being replaced must not be signed after the new start. */
const readCurrentHead = async (pool: pg.Pool, keyring: Keyring): Promise<CurrentHead | undefined> => {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock_shared(hashtextextended('faro audit chain', 0))");
    const at = new Date();
    const { rows } = await client.query<{ seq: string; hash: Buffer }>(
      "SELECT seq, hash FROM audit_logs ORDER BY seq DESC LIMIT 1",
    );
    const start = await readChainStart(client, keyring);
    await client.query("COMMIT");
    const [row] = rows;
    return row && { seq: Number(row.seq), hash: row.hash.toString("hex"), at, start };
  } finally {
    client.release();
  }
};

/** Signs and stores the current head if it has moved or the master key has changed. */
export const anchorHead = async (pool: pg.Pool, keyring: Keyring, dataDir: string): Promise<void> => {
  const head = await readCurrentHead(pool, keyring);
  if (!head) return;
  const master = keyring.current();
  const heads = await readHeads(dataDir);
  if (heads.length >= maxHeads) await dropOldHeads(dataDir, heads);
  // Heads of the chain before this one do not count.
  const last = heads.findLast(({ at }) => head.start === undefined || at >= head.start.at);
  if (last && last.seq >= head.seq && last.key === master.id) return;
  const line = JSON.stringify(signHead(master, head.seq, head.hash, head.at));
  const file = await open(headsFile(dataDir), "a", 0o600);
  await file.write(`${line}\n`);
  await file.sync();
  await file.close();
};
