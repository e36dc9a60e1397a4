import { createHmac } from "node:crypto";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** A mark left in a browser that signed in, so that its later attempts are told from a stranger's. */
export const deviceMaxAgeSeconds = 180 * 86_400;

const computeMark = (master: MasterKey, email: string): string =>
  createHmac("sha256", deriveKey(master, "known devices")).update(email).digest("base64url");

export const deviceMark = (keyring: Keyring, email: string): string => computeMark(keyring.current(), email);

export const isKnownDevice = (keyring: Keyring, mark: string | undefined, email: string): boolean => {
  if (!mark) return false;
  return keyring.all().some((master) => timingSafeEqualText(computeMark(master, email), mark));
};
