import type { Channel } from "#domain/channels/channel.ts";
import type { Approved } from "#domain/compliance/evaluate-gate.ts";
import type { ConnectionMode } from "#domain/connection.ts";
import type { VendorContext } from "#server/connectors/connector.ts";
import type { Messenger, OutgoingMessage, SendOutcome } from "#server/connectors/messaging/messenger.ts";
import { messengers } from "#server/connectors/messaging/messengers.ts";
import { cacheUntilChanged } from "#server/live/cache-until-changed.ts";
import type { LiveUpdates } from "#server/live/live-updates.ts";
import type { Vendors } from "#server/store/connections/vendors.ts";

/** A messenger whose connection is open. */
export type ReadyMessenger = {
  messenger: Messenger;
  /** The connection leads to our own simulator. */
  isSimulated: boolean;
  /** How many messages a second it may send; null without a limit. */
  perSecond: number | null;
  send: (message: Approved<OutgoingMessage>) => Promise<SendOutcome>;
};

export type Messaging = {
  /** The messengers that send on a channel, in the order of the list. */
  messengersFor: (channel: Channel) => Promise<ReadyMessenger[]>;
  /** One messenger with its connection; undefined when it has none. */
  open: (id: string) => Promise<
    | {
        messenger: Messenger;
        isSimulated: boolean;
        settings: Record<string, unknown>;
        context: VendorContext<never>;
      }
    | undefined
  >;
};

type Carrier = { messenger: Messenger; mode: ConnectionMode; settings: Record<string, unknown> };

/** Simulated ones are left out once one is live, and all others once an administrator chose one. */
export const selectCarriers = <C extends Carrier>(opened: readonly C[]): C[] => {
  const willing = opened.filter(({ messenger, settings }) => messenger.isChosen?.(settings) ?? true);
  const live = willing.filter(({ mode }) => mode === "live");
  const available = live.length > 0 ? live : willing;
  const chosen = available.filter(({ messenger }) => messenger.isChosen !== undefined);
  return chosen.length > 0 ? chosen : available;
};

type MessagingOptions = {
  vendors: Vendors;
  smtpPort: number | undefined;
  live: LiveUpdates;
};

export const createMessaging = ({ vendors, smtpPort, live }: MessagingOptions): Messaging => {
  const connections = cacheUntilChanged(live, ["integrations"], async (messenger: Messenger) => {
    const opened = await vendors.open(messenger.connector);
    if (!opened.ok || !(messenger.supports?.(opened.settings) ?? true)) return undefined;
    // A simulated connection must never reach a real mail server.
    const hasNoSimulator = opened.mode === "sandbox" && messenger.id === "smtp" && smtpPort === undefined;
    return hasNoSimulator ? undefined : { ...opened, messenger };
  });
  return {
    messengersFor: async (channel) => {
      const fitting = messengers.filter((messenger) => messenger.channels.includes(channel));
      const opened = (await Promise.all(fitting.map(connections.get))).flatMap((one) => one ?? []);
      return selectCarriers(opened).map((connection): ReadyMessenger => {
        const { messenger, settings } = connection;
        const context = vendors.connect(connection);
        const isSimulated = connection.mode === "sandbox";
        return {
          messenger,
          isSimulated,
          perSecond: isSimulated ? null : messenger.perSecond(settings),
          send: (message) => messenger.send(context, message),
        };
      });
    },
    open: async (id) => {
      const messenger = messengers.find((one) => one.id === id);
      const opened = messenger && (await connections.get(messenger));
      return (
        opened && {
          messenger: opened.messenger,
          isSimulated: opened.mode === "sandbox",
          settings: opened.settings,
          context: vendors.connect(opened),
        }
      );
    },
  };
};
