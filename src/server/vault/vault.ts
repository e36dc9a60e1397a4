import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey, type Keyring, type MasterKey } from "./keyring.ts";

/** The column a secret belongs to. Sealed text moved to another row or field does not open. */
export type SecretLocation = { table: string; row: string; field: string };

const version = "v1";

const encrypt = (key: Buffer, plain: Buffer, place: Buffer): Buffer => {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(place);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const decrypt = (key: Buffer, sealed: Buffer, place: Buffer): Buffer => {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(place).setAuthTag(sealed.subarray(-16));
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

const unwrapDataKey = (keyring: Keyring, sealed: string, place: SecretLocation) => {
  const { keyId, wrapped, body } = parseSealed(sealed);
  const master = keyring.find(keyId);
  if (!master) throw new Error(`The master key ${keyId}, under which this secret was sealed, is not here`);
  return { dataKey: decrypt(wrappingKey(master), wrapped, locationBytes(place)), body };
};

const formatSealed = (master: MasterKey, dataKey: Buffer, body: string, place: SecretLocation): string =>
  [
    version,
    master.id,
    encrypt(wrappingKey(master), dataKey, locationBytes(place)).toString("base64url"),
    body,
  ].join(".");

/** Each secret has a key of its own, and only that key is wrapped by the master: rotation never touches the secret. */
export const seal = (keyring: Keyring, plain: string, place: SecretLocation): string => {
  const dataKey = randomBytes(32);
  const body = encrypt(dataKey, Buffer.from(plain), locationBytes(place)).toString("base64url");
  return formatSealed(keyring.current(), dataKey, body, place);
};

export const unseal = (keyring: Keyring, sealed: string, place: SecretLocation): string => {
  const { dataKey, body } = unwrapDataKey(keyring, sealed, place);
  return decrypt(dataKey, Buffer.from(body, "base64url"), locationBytes(place)).toString();
};

/** The same secret under the newest master key. */
export const rewrap = (keyring: Keyring, sealed: string, place: SecretLocation): string => {
  const { dataKey, body } = unwrapDataKey(keyring, sealed, place);
  return formatSealed(keyring.current(), dataKey, body, place);
};

export const sealingKeyId = (sealed: string): string => parseSealed(sealed).keyId;

/** All that ever leaves through the API. Short secrets show nothing, for their end would be most of them. */
export const lastFourCharacters = (plain: string): string => (plain.length >= 12 ? plain.slice(-4) : "");
export const maskPrefix = "••••••••";
export const maskSecret = (lastFour: string): string => `${maskPrefix}${lastFour}`;
