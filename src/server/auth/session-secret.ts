import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** The token is in the browser's cookie only, so what it seals cannot be read from the table. */
const keyOf = (token: string): Buffer =>
  Buffer.from(hkdfSync("sha256", token, "", "faro session secret", 32));

export const sealForSession = (token: string, text: string): string => {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(token), iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString("base64url");
};

/** Undefined for what another session sealed. */
export const unsealForSession = (token: string, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOf(token), bytes.subarray(0, 12), {
      authTagLength: 16,
    });
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
};
