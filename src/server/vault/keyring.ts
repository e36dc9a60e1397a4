import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "#server/start-error.ts";

export type MasterKey = { id: string; bytes: Buffer };

/** The master keys, newest first. The first one seals; all of them unseal. */
export type Keyring = {
  current: () => MasterKey;
  all: () => MasterKey[];
  find: (id: string) => MasterKey | undefined;
};

const keyFile = (dataDir: string): string => join(dataDir, "secret.key");

const masterKey = (bytes: Buffer): MasterKey => ({
  id: createHash("sha256").update("faro master key").update(bytes).digest("hex").slice(0, 12),
  bytes,
});

const parseKey = (text: string, source: string): MasterKey => {
  const hex = /^[0-9a-f]{64}$/i.test(text);
  const bytes = Buffer.from(text, hex ? "hex" : "base64");
  // Node ignores invalid base64 characters; a mistyped key must not decode to another key.
  if (bytes.length !== 32 || !(hex || /^[\w+/-]{43}=?$/.test(text))) {
    throw new StartError(`${source} must be 32 bytes as base64 or hex (try: openssl rand -base64 32).`);
  }
  return masterKey(bytes);
};

const parseKeys = (text: string, separator: RegExp, source: string): MasterKey[] => {
  const lines = text
    .split(separator)
    .map((line) => line.trim())
    .filter(Boolean);
  return (lines.length === 0 ? [""] : lines).map((line) => parseKey(line, source));
};

/** Whether a master key is configured; opening the keyring would create one. */
export const hasMasterKey = (dataDir: string, secretKey: string | undefined): boolean =>
  secretKey !== undefined || existsSync(keyFile(dataDir));

/** Reads FARO_SECRET_KEY, or else a file with mode 0600, which the first start creates. */
export const openKeyring = async (dataDir: string, secretKey: string | undefined): Promise<Keyring> => {
  if (secretKey !== undefined) return fixedKeyring(parseKeys(secretKey, /,/, "FARO_SECRET_KEY"));
  const path = keyFile(dataDir);
  await createKeyFile(path);
  let cached = { mtimeMs: -1, keys: [] as MasterKey[] };
  // Another process may rotate the file at any time, so each use checks its modification time.
  const keys = (): MasterKey[] => {
    const { mtimeMs, mode } = statSync(path);
    if ((mode & 0o077) !== 0)
      throw new StartError(`${path} is readable by other users; run: chmod 600 "${path}".`);
    if (mtimeMs !== cached.mtimeMs)
      cached = { mtimeMs, keys: parseKeys(readFileSync(path, "utf8"), /\n/, path) };
    return cached.keys;
  };
  keys();
  return createKeyring(keys);
};

const fixedKeyring = (keys: MasterKey[]): Keyring => createKeyring(() => keys);

const createKeyring = (keys: () => MasterKey[]): Keyring => ({
  current: () => {
    const [first] = keys();
    if (!first) throw new StartError("No master key is configured.");
    return first;
  },
  all: keys,
  find: (id) => keys().find((key) => key.id === id),
});

/** Creates the file by a link, so that it is complete or absent and the first of two processes wins. */
const createKeyFile = async (path: string): Promise<void> => {
  if (existsSync(path)) return;
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  await writeKeys(temporary, [randomBytes(32)]);
  try {
    await link(temporary, path);
    await syncDirectoryOf(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
};

/** A new directory entry survives a power failure only after the directory is synced. */
const syncDirectoryOf = async (path: string): Promise<void> => {
  const dir = await open(dirname(path), "r");
  await dir.sync();
  await dir.close();
};

const writeKeys = async (path: string, keys: Buffer[]): Promise<void> => {
  await rm(path, { force: true });
  const file = await open(path, "wx", 0o600);
  await file.write(keys.map((bytes) => `${bytes.toString("base64")}\n`).join(""));
  await file.sync();
  await file.close();
};

/**
 * Puts a new key first and keeps the previous one, which running processes may still seal with for a moment.
 * Older keys are dropped: the caller must have rewrapped everything sealed with them.
 */
export const addKeyToFile = async (dataDir: string, keyring: Keyring): Promise<void> => {
  const path = keyFile(dataDir);
  const temporary = `${path}.new`;
  await writeKeys(temporary, [randomBytes(32), keyring.current().bytes]);
  await rename(temporary, path);
  await syncDirectoryOf(path);
};

/** Derives one key per purpose, so that no two uses share a key. */
export const deriveKey = (master: MasterKey, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", master.bytes, "faro", purpose, 32));
