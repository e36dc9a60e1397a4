import { createHmac } from "node:crypto";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** Signed tokens that name an action in an unsubscribe link. */
export type UnsubscribeTokens = {
  make: (actionId: string) => string;
  /** The action of a valid token. */
  read: (token: string) => string | undefined;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const createUnsubscribeTokens = (keyring: Keyring): UnsubscribeTokens => {
  const digest = (key: Buffer, id: string): string =>
    createHmac("sha256", key).update(id).digest("base64url").slice(0, 27);
  const signingKey = (master: MasterKey): Buffer => deriveKey(master, "unsubscribe");
  return {
    make: (actionId) => `${actionId}.${digest(signingKey(keyring.current()), actionId)}`,
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
