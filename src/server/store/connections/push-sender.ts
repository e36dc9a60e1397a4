import type { PushMessage } from "#domain/push/push-message.ts";
import type { Db } from "#server/db/database.ts";
import type { Egress } from "#server/egress/egress.ts";
import {
  createPushPrivateKey,
  type PushKeys,
  type PushOutcome,
  type PushTarget,
  type PushUrgency,
  pushKeysOf,
  sendWebPush,
} from "#server/egress/web-push.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { openInstallationKey } from "./installation-key.ts";

export type PushSender = {
  /** With which browsers subscribe. */
  publicKey: () => Promise<string>;
  /** Whether a message may be sent to an address, which a browser chose. */
  accepts: (endpoint: string) => boolean;
  send: (
    target: PushTarget,
    message: PushMessage,
    options: { urgency: PushUrgency; ttlSeconds: number },
  ) => Promise<PushOutcome>;
};

type Options = {
  db: Db;
  keyring: Keyring;
  egress: Egress;
  publicUrl: URL | undefined;
  /** For tests: the address of their push service. */
  vendorBase: string | undefined;
};

/** A push service refuses senders without an address; `.invalid` belongs to no one. */
const contactOf = (publicUrl: URL | undefined): string =>
  publicUrl?.protocol === "https:" ? publicUrl.origin : "mailto:push@faro.invalid";

/** Makes the keys of this installation at the first use. */
export const createPushSender = ({ db, keyring, egress, publicUrl, vendorBase }: Options): PushSender => {
  let opened: Promise<PushKeys> | undefined;
  const openKeys = (): Promise<PushKeys> => {
    opened ??= openInstallationKey(db, keyring, "push", createPushPrivateKey)
      .then(pushKeysOf)
      .catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
    return opened;
  };
  const isOfTests = (endpoint: string): boolean =>
    vendorBase !== undefined && URL.parse(endpoint)?.origin === new URL(vendorBase).origin;
  return {
    publicKey: async () => (await openKeys()).publicKey,
    accepts: (endpoint) => {
      const url = URL.parse(endpoint);
      if (!url || url.username || url.password) return false;
      return isOfTests(endpoint) || (url.protocol === "https:" && url.port === "");
    },
    send: async (target, message, options) =>
      sendWebPush(egress, {
        keys: await openKeys(),
        contact: contactOf(publicUrl),
        target,
        message,
        ...options,
        now: Date.now(),
        // Never the private hosts that an administrator allows: any user can name an endpoint.
        allow: isOfTests(target.endpoint) ? "sandbox" : "public",
      }),
  };
};
