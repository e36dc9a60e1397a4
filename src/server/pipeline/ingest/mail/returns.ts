import { createHmac } from "node:crypto";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** Addresses of ours that name an action and that nobody can make up: what comes to one is about that message. */
export type Returns = {
  /** Where a letter's answers and failures come to; null where nobody listens for them. */
  address: (actionId: string, isSimulated: boolean) => string | null;
  /** The action that what stands before the @ names. */
  read: (localPart: string) => string | undefined;
};

const form = /^r-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9a-f]{20})$/;

/** `reached`: by the world, and by our own simulator. */
export const createReturns = (
  keyring: Keyring,
  domain: string,
  reached: { real: boolean; simulated: boolean },
): Returns => {
  // Reports come for weeks, answers for years: each key that ever was may have made an address.
  const keyOf = (master: MasterKey): Buffer => deriveKey(master, "mail that comes back");
  // Without case, for some servers lower it; short, for what stands before the @ has at most 64 characters.
  const digest = (key: Buffer, id: string): string =>
    createHmac("sha256", key).update(id).digest("hex").slice(0, 20);
  return {
    address: (actionId, isSimulated) =>
      (isSimulated ? reached.simulated : reached.real)
        ? `r-${actionId}-${digest(keyOf(keyring.current()), actionId)}@${domain}`
        : null,
    read: (localPart) => {
      const [, id = "", shown = ""] = form.exec(localPart.toLowerCase()) ?? [];
      const isOurs = keyring.all().some((master) => timingSafeEqualText(digest(keyOf(master), id), shown));
      return id !== "" && isOurs ? id : undefined;
    },
  };
};
