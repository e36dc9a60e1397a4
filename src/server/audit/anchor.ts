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

/** Signs and stores the current head if it has moved or the master key has changed. */
export const anchorHead = async (pool: pg.Pool, keyring: Keyring, dataDir: string): Promise<void> => {
  const { rows } = await pool.query<{ seq: string; hash: Buffer }>(
    "SELECT seq, hash FROM audit_logs ORDER BY seq DESC LIMIT 1",
  );
  const [head] = rows;
  if (!head) return;
  const master = keyring.current();
  const heads = await readHeads(dataDir);
  if (heads.length >= maxHeads) await dropOldHeads(dataDir, heads);
  const last = heads.at(-1);
  if (last && last.seq >= Number(head.seq) && last.key === master.id) return;
  const line = JSON.stringify(signHead(master, Number(head.seq), head.hash.toString("hex"), new Date()));
  const file = await open(headsFile(dataDir), "a", 0o600);
  await file.write(`${line}\n`);
  await file.sync();
  await file.close();
};
