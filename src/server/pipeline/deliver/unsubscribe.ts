import { createHmac } from "node:crypto";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** Signed tokens that name a row in a link. */
export type IdTokens = {
  make: (id: string) => string;
  /** The id in a valid token. */
  read: (token: string) => string | undefined;
};

/** Those of unsubscribe links name an action. */
export type UnsubscribeTokens = IdTokens;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const createUnsubscribeTokens = (keyring: Keyring): UnsubscribeTokens =>
  createIdTokens(keyring, "unsubscribe");

/** Tokens of one purpose are invalid for every other. */
export const createIdTokens = (keyring: Keyring, purpose: string): IdTokens => {
  const digest = (key: Buffer, id: string): string =>
    createHmac("sha256", key).update(id).digest("base64url").slice(0, 27);
  const signingKey = (master: MasterKey): Buffer => deriveKey(master, purpose);
  return {
    make: (id) => `${id}.${digest(signingKey(keyring.current()), id)}`,
    read: (token) => {
      const [id = "", signature = ""] = token.split(".");
      if (!uuid.test(id)) return undefined;
      // Links in old mail still work after a key rotation.
      const isOurs = keyring
        .all()
        .some((master) => timingSafeEqualText(digest(signingKey(master), id), signature));
      return isOurs ? id : undefined;
    },
  };
};
