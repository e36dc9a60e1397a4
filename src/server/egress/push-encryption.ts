import { createCipheriv, createECDH, hkdfSync } from "node:crypto";

/** The keys of a browser's subscription, in base64url. */
export type BrowserKeys = { p256dh: string; auth: string };
/** Random for each message: the private key of a P-256 pair, and 16 bytes. */
export type MessageSecrets = { privateKey: Buffer; salt: Buffer };

const curve = "prime256v1";
const recordSize = 4096;
const tagLength = 16;
const publicKeyLength = 65;
/** A push service need not take more than 4096 bytes, of which the header and the delimiter are a part. */
export const maxPushBytes = recordSize - (16 + 4 + 1 + publicKeyLength) - tagLength - 1;

const derive = (key: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, info, length));

/** Whether messages can be encrypted with the keys: a point of the curve, and 16 bytes. */
export const areBrowserKeys = ({ p256dh, auth }: BrowserKeys): boolean => {
  const publicKey = Buffer.from(p256dh, "base64url");
  if (publicKey.length !== publicKeyLength || Buffer.from(auth, "base64url").length !== 16) return false;
  try {
    const pair = createECDH(curve);
    pair.generateKeys();
    pair.computeSecret(publicKey);
    return true;
  } catch {
    return false;
  }
};

/** Encrypts a message for a browser (RFC 8291) as one record of `aes128gcm` (RFC 8188). */
export const encryptPush = (
  keys: BrowserKeys,
  text: Buffer,
  { privateKey, salt }: MessageSecrets,
  /** Zeros hide the length of the text. */
  padding = 0,
): Buffer => {
  if (text.length + padding > maxPushBytes) throw new Error("The message is too long for a push service");
  const browserKey = Buffer.from(keys.p256dh, "base64url");
  const pair = createECDH(curve);
  pair.setPrivateKey(privateKey);
  const publicKey = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browserKey, publicKey]);
  const shared = derive(pair.computeSecret(browserKey), Buffer.from(keys.auth, "base64url"), info, 32);
  const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(shared, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([publicKeyLength]),
    publicKey,
    cipher.update(Buffer.concat([text, Buffer.from([2]), Buffer.alloc(padding)])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
};
