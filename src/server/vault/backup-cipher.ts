import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from "node:crypto";
import { StartError } from "#server/start-error.ts";
import type { Keyring, MasterKey } from "./keyring.ts";

const magic = Buffer.from("FAROENC1");
const keyIdLength = 12;
const saltLength = 32;
const headerLength = magic.length + keyIdLength + saltLength;
const chunkLength = 65_536;
const tagLength = 16;
const sealedLength = chunkLength + tagLength;

/** The first bytes of a file decide whether it is an encrypted backup. */
export const backupMagicLength = magic.length;
export const isEncryptedBackup = (start: Buffer): boolean => start.subarray(0, magic.length).equals(magic);

const fileKey = (master: MasterKey, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync("sha256", master.bytes, salt, "faro backup", 32));

/** The counter makes the order of the chunks part of their seal, and the last byte marks the end of the file. */
const nonceOf = (counter: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(counter), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;
type Piece = { bytes: Buffer; isLast: boolean };

/** Cuts into pieces of equal length. The last one may be shorter, and is empty only if there is nothing else. */
async function* cut(source: Bytes, length: number): AsyncGenerator<Piece> {
  let pending = Buffer.alloc(0);
  for await (const bytes of source) {
    pending = Buffer.concat([pending, bytes]);
    // A full piece is kept back until more follows, because it may be the last.
    while (pending.length > length) {
      yield { bytes: pending.subarray(0, length), isLast: false };
      pending = pending.subarray(length);
    }
  }
  yield { bytes: pending, isLast: true };
}

/** Encrypts a stream of any length with the current master key. */
export const encryptBackup = (keyring: Keyring) =>
  async function* (source: Bytes): AsyncGenerator<Buffer> {
    const master = keyring.current();
    const salt = randomBytes(saltLength);
    const header = Buffer.concat([magic, Buffer.from(master.id, "latin1"), salt]);
    const key = fileKey(master, salt);
    yield header;
    let counter = 0;
    for await (const { bytes, isLast } of cut(source, chunkLength)) {
      const cipher = createCipheriv("aes-256-gcm", key, nonceOf(counter++, isLast)).setAAD(header);
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    }
  };

const damaged = () => new StartError("The backup is damaged or incomplete; nothing was restored.");

const findKey = (keyring: Keyring, id: string): MasterKey => {
  const master = keyring.find(id);
  if (master) return master;
  throw new StartError(
    `The backup was encrypted with the master key ${id}, which is not available here: restore with the secret.key or FARO_SECRET_KEY that was in use when it was made.`,
  );
};

/** Yields each chunk only after it was verified; throws when one was changed, moved, removed or added. */
export const decryptBackup = (keyring: Keyring) =>
  async function* (source: Bytes): AsyncGenerator<Buffer> {
    const reader = readHeader(source);
    const first = await reader.next();
    const header = first.value ?? Buffer.alloc(0);
    if (header.length < headerLength || !isEncryptedBackup(header)) throw damaged();
    const id = header.subarray(magic.length, magic.length + keyIdLength).toString("latin1");
    const key = fileKey(findKey(keyring, id), header.subarray(-saltLength));
    let counter = 0;
    for await (const { bytes, isLast } of cut(reader, sealedLength)) {
      if (bytes.length < tagLength) throw damaged();
      const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(counter++, isLast), {
        authTagLength: tagLength,
      });
      decipher.setAAD(header).setAuthTag(bytes.subarray(-tagLength));
      yield Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), verifyEnd(decipher)]);
    }
  };

const verifyEnd = (decipher: DecipherGCM): Buffer => {
  try {
    return decipher.final();
  } catch {
    throw damaged();
  }
};

/** Yields the header, then the rest as it comes. */
async function* readHeader(source: Bytes): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const bytes of source) {
    if (start === undefined) {
      yield bytes;
      continue;
    }
    start = Buffer.concat([start, bytes]);
    if (start.length < headerLength) continue;
    yield start.subarray(0, headerLength);
    yield start.subarray(headerLength);
    start = undefined;
  }
  if (start !== undefined) yield start;
}
