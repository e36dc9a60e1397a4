import { createPublicKey, type KeyObject, verify } from "node:crypto";

/** A key as vendors publish it: PEM, also on one line, or its base64 alone. */
const parseKey = (text: string): KeyObject | undefined => {
  const encoded = text.replaceAll(/-----[A-Z ]+-----/g, "").replaceAll(/\s/g, "");
  try {
    const key = createPublicKey({ key: Buffer.from(encoded, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    return undefined;
  }
};

export const isPublicKey = (text: string): boolean => parseKey(text) !== undefined;

/** Whether the bytes carry an Ed25519 signature, in base64, of the key. */
export const isSignedWith = (publicKey: string, bytes: Buffer, signature: string): boolean => {
  const key = parseKey(publicKey);
  return key !== undefined && verify(null, bytes, key, Buffer.from(signature, "base64"));
};
