import { createHmac } from "node:crypto";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** Names an action in an address that nobody can make up. */
export type UnsubscribeTokens = {
  make: (actionId: string) => string;
  read: (token: string) => string | undefined;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const createUnsubscribeTokens = (keyring: Keyring): UnsubscribeTokens => {
  // Links in mail live for years: each key that ever was may have made one.
  const digest = (key: Buffer, id: string): string =>
    createHmac("sha256", key).update(id).digest("base64url").slice(0, 27);
  const keyOf = (master: MasterKey): Buffer => deriveKey(master, "unsubscribe");
  return {
    make: (actionId) => `${actionId}.${digest(keyOf(keyring.current()), actionId)}`,
    read: (token) => {
      const [id = "", shown = ""] = token.split(".");
      if (!uuid.test(id)) return undefined;
      const isOurs = keyring.all().some((master) => timingSafeEqualText(digest(keyOf(master), id), shown));
      return isOurs ? id : undefined;
    },
  };
};
