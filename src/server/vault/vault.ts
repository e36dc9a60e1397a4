import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey, type Keyring, type MasterKey } from "./keyring.ts";

/** The field a secret belongs to. It is authenticated: sealed text copied to another row or field does not unseal. */
export type SecretLocation = { table: string; row: string; field: string };

const version = "v1";

const encrypt = (key: Buffer, plain: Buffer, aad: Buffer): Buffer => {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(aad);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const decrypt = (key: Buffer, sealed: Buffer, aad: Buffer): Buffer => {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(aad).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
};

const locationBytes = ({ table, row, field }: SecretLocation): Buffer =>
  Buffer.from(JSON.stringify([table, row, field]));
const wrappingKey = (master: MasterKey): Buffer => deriveKey(master, "vault");

const parseSealed = (sealed: string) => {
  const [kind, keyId, wrapped, body] = sealed.split(".");
  if (kind !== version || !keyId || !wrapped || !body) throw new Error("This is not a sealed secret");
  return { keyId, wrapped: Buffer.from(wrapped, "base64url"), body };
};

const unwrapDataKey = (keyring: Keyring, sealed: string, location: SecretLocation) => {
  const { keyId, wrapped, body } = parseSealed(sealed);
  const master = keyring.find(keyId);
  if (!master) throw new Error(`The master key ${keyId}, which sealed this secret, is not available`);
  return { dataKey: decrypt(wrappingKey(master), wrapped, locationBytes(location)), body };
};

const formatSealed = (master: MasterKey, dataKey: Buffer, body: string, location: SecretLocation): string =>
  [
    version,
    master.id,
    encrypt(wrappingKey(master), dataKey, locationBytes(location)).toString("base64url"),
    body,
  ].join(".");

/** Each secret has its own data key, wrapped by the master key: rotation rewraps the data key only. */
export const seal = (keyring: Keyring, plain: string, location: SecretLocation): string => {
  const dataKey = randomBytes(32);
  const body = encrypt(dataKey, Buffer.from(plain), locationBytes(location)).toString("base64url");
  return formatSealed(keyring.current(), dataKey, body, location);
};

export const unseal = (keyring: Keyring, sealed: string, location: SecretLocation): string => {
  const { dataKey, body } = unwrapDataKey(keyring, sealed, location);
  return decrypt(dataKey, Buffer.from(body, "base64url"), locationBytes(location)).toString();
};

/** Wraps the data key of a secret with the current master key. */
export const rewrap = (keyring: Keyring, sealed: string, location: SecretLocation): string => {
  const { dataKey, body } = unwrapDataKey(keyring, sealed, location);
  return formatSealed(keyring.current(), dataKey, body, location);
};

export const sealingKeyId = (sealed: string): string => parseSealed(sealed).keyId;

/** All that the API returns of a secret. Short secrets return nothing: four characters would be too large a part. */
export const lastFourCharacters = (plain: string): string => (plain.length >= 12 ? plain.slice(-4) : "");
export const maskPrefix = "••••••••";
export const maskSecret = (lastFour: string): string => `${maskPrefix}${lastFour}`;
