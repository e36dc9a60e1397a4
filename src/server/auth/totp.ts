import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const period = 30;
const digits = 6;
/** Clocks of telephones may differ by one step. */
const window = 1;
const recoveryCodeCount = 10;
const recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const recoveryCodeLength = 16;

const createTotp = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: "Faro", label, algorithm: "SHA1", digits, period, secret: Secret.fromBase32(secret) });

/** 160 random bits as base32, as RFC 4226 recommends. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that the QR code shows to the authenticator app. */
export const totpUri = (secret: string, email: string): string => createTotp(secret, email).toString();

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The time step that a code of RFC 6238 belongs to; undefined when it is wrong or not newer than `lastStep`. */
export const matchTotp = (
  secret: string,
  code: string,
  lastStep: number | null,
  now: number,
): number | undefined => {
  const delta = createTotp(secret, "").validate({ token: code, timestamp: now, window });
  if (delta === null) return undefined;
  const step = Math.floor(now / 1000 / period) + delta;
  return lastStep !== null && step <= lastStep ? undefined : step;
};

const createRecoveryCode = (): string => {
  const letters: string[] = [];
  while (letters.length < recoveryCodeLength) {
    // Larger values are skipped, so that every letter is equally likely.
    for (const byte of randomBytes(recoveryCodeLength))
      if (byte < 248 && letters.length < recoveryCodeLength)
        letters.push(recoveryAlphabet[byte % recoveryAlphabet.length] ?? "");
  }
  return letters.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
};

export const createRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, createRecoveryCode);

/** A code has 79 random bits, so a fast hash protects it as well as a slow one. */
export const hashRecoveryCode = (code: string): string =>
  createHash("sha256")
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))
    .digest("base64url");
