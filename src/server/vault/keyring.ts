import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "#server/start-error.ts";

export type MasterKey = { id: string; bytes: Buffer };

/** The master keys, newest first. Only the first one seals; all of them open. */
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
  // Node skips what is not base64; a mistyped key must not become another one.
  if (bytes.length !== 32 || !(hex || /^[\w+/-]{43}=?$/.test(text))) {
    throw new StartError(`${source} must hold 32 bytes as base64 or hex (try: openssl rand -base64 32).`);
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

/** From FARO_SECRET_KEY, else from a file that only its owner may read, made on the first start. */
export const openKeyring = async (dataDir: string, secretKey: string | undefined): Promise<Keyring> => {
  if (secretKey !== undefined) return fixedKeyring(parseKeys(secretKey, /,/, "FARO_SECRET_KEY"));
  const path = keyFile(dataDir);
  await createKeyFile(path);
  let read = { at: -1, keys: [] as MasterKey[] };
  // Another process may rotate the file at any time: one stat a use keeps up with it.
  const keys = (): MasterKey[] => {
    const { mtimeMs, mode } = statSync(path);
    if ((mode & 0o077) !== 0)
      throw new StartError(`${path} can be read by others; run: chmod 600 "${path}".`);
    if (mtimeMs !== read.at) read = { at: mtimeMs, keys: parseKeys(readFileSync(path, "utf8"), /\n/, path) };
    return read.keys;
  };
  keys();
  return createKeyring(keys);
};

const fixedKeyring = (keys: MasterKey[]): Keyring => createKeyring(() => keys);

const createKeyring = (keys: () => MasterKey[]): Keyring => ({
  current: () => {
    const [first] = keys();
    if (!first) throw new StartError("There is no master key.");
    return first;
  },
  all: keys,
  find: (id) => keys().find((key) => key.id === id),
});

/** Complete or absent, and the first of two who come at once wins: hence a file of one's own, then a link. */
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

/** A new name in a folder survives a power cut only once the folder was written. */
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
 * Puts a new key first and keeps the one before it, which running processes may still seal with for a moment.
 * Older ones go: the caller has made sure that nothing is sealed under them.
 */
export const addKeyToFile = async (dataDir: string, keyring: Keyring): Promise<void> => {
  const path = keyFile(dataDir);
  const temporary = `${path}.new`;
  await writeKeys(temporary, [randomBytes(32), keyring.current().bytes]);
  await rename(temporary, path);
  await syncDirectoryOf(path);
};

/** A key for one purpose, so that no two uses ever share one. */
export const deriveKey = (master: MasterKey, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", master.bytes, "faro", purpose, 32));
