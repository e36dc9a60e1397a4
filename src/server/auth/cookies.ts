import { createHmac, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** Over https the __Host- prefix makes the browser enforce: this host only, Secure, Path=/. */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

export const sessionCookie = "faro_session";

export const readSessionToken = (headers: IncomingHttpHeaders, secure: boolean): string | undefined =>
  readCookie(headers, cookieName(sessionCookie, secure));

export const readCookie = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  for (const part of (headers.cookie ?? "").split(";")) {
    const separator = part.indexOf("=");
    if (separator > 0 && part.slice(0, separator).trim() === name) return part.slice(separator + 1).trim();
  }
  return undefined;
};

export const formatCookie = (name: string, value: string, secure: boolean, maxAgeSeconds: number): string =>
  [
    `${name}=${value}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${maxAgeSeconds}`,
    ...(secure ? ["Secure"] : []),
  ].join("; ");

/** The device cookie marks a browser that signed in to an account, so that its later attempts are throttled apart. */
export const deviceCookie = "faro_device";
export const deviceMaxAgeSeconds = 180 * 86_400;

const computeMark = (master: MasterKey, email: string, device: string): string =>
  createHmac("sha256", deriveKey(master, "known devices")).update(`${device}\n${email}`).digest("base64url");

/** The value of the cookie: a random id of the device and its signature. */
export const createDeviceMark = (
  keyring: Keyring,
  email: string,
  device: string = randomBytes(12).toString("base64url"),
): string => `${device}.${computeMark(keyring.current(), email, device)}`;

/** The id of a device that signed in to the account before. */
export const readDeviceMark = (
  keyring: Keyring,
  mark: string | undefined,
  email: string,
): string | undefined => {
  const [device, signature] = (mark ?? "").split(".");
  if (!device || !signature) return undefined;
  const isSigned = keyring
    .all()
    .some((master) => timingSafeEqualText(computeMark(master, email, device), signature));
  return isSigned ? device : undefined;
};
