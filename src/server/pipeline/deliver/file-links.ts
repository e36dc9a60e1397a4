import { createHmac } from "node:crypto";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** Signed tokens under which a vendor fetches a file of a message, for a limited time. */
export type FileLinks = {
  make: (fileId: string, now: number) => string;
  /** The file of a valid token. */
  read: (token: string, now: number) => string | undefined;
};

/** Vendors fetch a file when they accept the message, or soon after. */
const validMs = 2 * 60 * 60_000;
const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,12})\.([\w-]{43})$/;

export const createFileLinks = (keyring: Keyring): FileLinks => {
  const sign = (master: MasterKey, signed: string): string =>
    createHmac("sha256", deriveKey(master, "file links")).update(signed).digest("base64url");
  return {
    make: (fileId, now) => {
      const signed = `${fileId}.${Math.floor((now + validMs) / 1000)}`;
      return `${signed}.${sign(keyring.current(), signed)}`;
    },
    read: (token, now) => {
      const [, id, seconds, signature = ""] = form.exec(token) ?? [];
      if (id === undefined || Number(seconds) * 1000 < now) return undefined;
      const isOurs = keyring
        .all()
        .some((master) => timingSafeEqualText(sign(master, `${id}.${seconds}`), signature));
      return isOurs ? id : undefined;
    },
  };
};
