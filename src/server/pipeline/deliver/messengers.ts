import type { VendorContext } from "#server/connectors/connector.ts";
import type { Messenger } from "#server/connectors/messaging/messenger.ts";
import { messengers } from "#server/connectors/messaging/messengers.ts";
import { createVendorContext, type VendorContextOptions } from "#server/connectors/vendor-context.ts";
import type { Opened, Vendors } from "#server/store/connections/vendors.ts";
import type { DueAction } from "#server/store/delivery/actions.ts";
import type { OpenWay } from "./claim.ts";

export type Messaging = {
  /** The ways to a channel: real accounts before simulated ones, in the order of the list. */
  to: (channel: DueAction["channel"]) => Promise<OpenWay[]>;
  /** One messenger with its connection open; nothing when it has none. */
  by: (
    id: string,
  ) => Promise<
    { messenger: Messenger; settings: Record<string, unknown>; way: VendorContext<never> } | undefined
  >;
  /** A connection was changed. */
  forget: () => void;
};

type Parts = { vendors: Vendors; ways: VendorContextOptions; smtpPort: number | undefined };

export const createMessaging = ({ vendors, ways, smtpPort }: Parts): Messaging => {
  let known = new Map<string, Promise<(Opened & { messenger: Messenger }) | undefined>>();
  const open = (messenger: Messenger) => {
    const remembered = known.get(messenger.id);
    if (remembered) return remembered;
    const mine = known;
    const opening = vendors.open(messenger.connector).then((opened) => {
      const suits = opened.ok && (messenger.supports?.(opened.settings) ?? true);
      // A simulated connection must never reach a real mail server.
      const isLost =
        opened.ok && opened.mode === "sandbox" && messenger.id === "smtp" && smtpPort === undefined;
      return suits && !isLost ? { ...opened, messenger } : undefined;
    });
    mine.set(messenger.id, opening);
    opening.catch(() => mine.delete(messenger.id));
    return opening;
  };
  const wayOf = ({ connector, mode, settings }: Opened): VendorContext<never> =>
    // What a send takes and costs is written down with its outcome.
    createVendorContext(ways, connector, mode, settings as never, () => {});
  return {
    forget: () => {
      known = new Map();
    },
    to: async (channel) => {
      const fitting = messengers.filter((one) => (one.channels as readonly string[]).includes(channel));
      const opened = (await Promise.all(fitting.map(open))).flatMap((one) => one ?? []);
      const ordered = [
        ...opened.filter(({ mode }) => mode === "live"),
        ...opened.filter(({ mode }) => mode !== "live"),
      ];
      return ordered.map((one) => {
        const way = wayOf(one);
        const isSimulated = one.mode === "sandbox";
        return {
          messenger: one.messenger,
          isSimulated,
          perSecond: isSimulated ? null : one.messenger.perSecond(one.settings),
          send: (outgoing) => one.messenger.send(way, outgoing),
        };
      });
    },
    by: async (id) => {
      const messenger = messengers.find((one) => one.id === id);
      const opened = messenger && (await open(messenger));
      return opened && { messenger: opened.messenger, settings: opened.settings, way: wayOf(opened) };
    },
  };
};
