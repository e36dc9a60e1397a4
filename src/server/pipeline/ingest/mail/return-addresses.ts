import { createHmac } from "node:crypto";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { deriveKey, type Keyring, type MasterKey } from "#server/vault/keyring.ts";

/** Signed addresses of ours that name an action: mail to one is about the message that carried it. */
export type ReturnAddresses = {
  /** The reply and bounce address of a message; null where no listener receives mail for it. */
  address: (actionId: string, isSimulated: boolean) => string | null;
  /** The action that a local part names. */
  read: (localPart: string) => string | undefined;
};

const localPartForm = /^r-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9a-f]{20})$/;

/** `isReachable`: from the internet, and from our own simulator. */
export const createReturnAddresses = (
  keyring: Keyring,
  domain: string,
  isReachable: { real: boolean; simulated: boolean },
): ReturnAddresses => {
  const signingKey = (master: MasterKey): Buffer => deriveKey(master, "mail that comes back");
  // Lower-case hex, because some servers change the case; short, because a local part has at most 64 characters.
  const digest = (key: Buffer, id: string): string =>
    createHmac("sha256", key).update(id).digest("hex").slice(0, 20);
  return {
    address: (actionId, isSimulated) =>
      (isSimulated ? isReachable.simulated : isReachable.real)
        ? `r-${actionId}-${digest(signingKey(keyring.current()), actionId)}@${domain}`
        : null,
    read: (localPart) => {
      const [, id = "", signature = ""] = localPartForm.exec(localPart.toLowerCase()) ?? [];
      // Replies arrive for years, so older master keys are accepted too.
      const isOurs = keyring
        .all()
        .some((master) => timingSafeEqualText(digest(signingKey(master), id), signature));
      return id !== "" && isOurs ? id : undefined;
    },
  };
};
