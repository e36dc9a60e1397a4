import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  verify,
} from "node:crypto";

const curve = "prime256v1";

/** The key as SendGrid shows it: base64 of a DER public key, with or without the lines of PEM. */
export const parseVerificationKey = (text: string): KeyObject | undefined => {
  try {
    const der = Buffer.from(text.replaceAll(/-----[A-Z ]+-----|\s/g, ""), "base64");
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return key.asymmetricKeyDetails?.namedCurve === curve ? key : undefined;
  } catch {
    return undefined;
  }
};

/** SendGrid repeats a report for 24 hours. What is repeated within this time is recognised by the ids of its events. */
const maxAgeMs = 25 * 60 * 60 * 1000;
const maxAheadMs = 5 * 60 * 1000;

type SignedReport = {
  verificationKey: string;
  /** Base64 of a DER signature. */
  signature: string;
  /** Seconds since 1970, as the header says it. */
  timestamp: string;
  rawBody: Buffer;
};

/** ECDSA with P-256 and SHA-256 over the text of the timestamp and the body as it arrived. */
export const isSignedBySendgrid = (
  { verificationKey, signature, timestamp, rawBody }: SignedReport,
  now: number,
): boolean => {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const age = now - Number(timestamp) * 1000;
  if (age > maxAgeMs || age < -maxAheadMs) return false;
  const key = parseVerificationKey(verificationKey);
  if (!key) return false;
  const signed = Buffer.concat([Buffer.from(timestamp), rawBody]);
  return verify("sha256", signed, key, Buffer.from(signature, "base64"));
};

/** The keys of the simulator, which are the same in all processes of an installation. */
export const simulatedSigningKeys = (secret: string): { verificationKey: string; privateKey: string } => {
  const scalar = createHash("sha256").update(`event webhook of ${secret}`).digest();
  // Smaller than the order of the curve, whatever the hash.
  scalar[0] = 0;
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(scalar);
  const point = ecdh.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    d: scalar.toString("base64url"),
  };
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  return {
    verificationKey: createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64"),
    privateKey: key.export({ format: "pem", type: "pkcs8" }).toString(),
  };
};
