import { conversationChannelFor } from "#domain/channels/channel.ts";
import { system } from "#server/audit/entry.ts";
import type { InboundMessage, Messenger, VendorUpdate } from "#server/connectors/messaging/messenger.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertEvents, newEventFrom } from "#server/store/ingestion/events.ts";
import { findOrCreateInboundEndpoint } from "#server/store/ingestion/inbound-endpoint.ts";
import { saveAccount } from "#server/store/people/person-addresses.ts";
import type { Write } from "#server/store/write.ts";
import { saveCallAnswer } from "./call-updates.ts";
import { processMailReport } from "./mail-reports.ts";
import { waitForSendsInFlight, withAddressesLocked } from "./opt-out.ts";
import type { Receipts } from "./receipts.ts";
import { addSender, noteInbound, processReply } from "./reply.ts";

export type CallbackContext = {
  write: Write;
  hash: AddressHash;
  receipts: Receipts;
  /** It came from a simulator outside the demo. */
  isTest: boolean;
};

/** On a call, a person waits for our answer. */
export const isSpoken = ({ channels }: Pick<Messenger, "channels">): boolean =>
  channels.some((channel) => channel === "call" || channel === "voice_agent");

/** Processes what a vendor reported: receipts move actions forward, messages become events and may be opt-outs. */
export const processUpdates = async (
  messenger: Pick<Messenger, "id" | "channels">,
  updates: VendorUpdate[],
  context: CallbackContext,
): Promise<void> => {
  const isUrgent = isSpoken(messenger);
  const receipts = Promise.all(
    updates.map(
      (update) => update.kind === "status" && context.receipts.add(messenger.id, update, { isUrgent }),
    ),
  );
  // When a message fails first, the rejection of the receipts has no other listener.
  receipts.catch(() => {});
  for (const update of updates)
    if (update.kind === "message") await processMessage(messenger.id, update, context);
    else if (update.kind === "mail") await processMailReport(messenger.id, update, context);
  await receipts;
};

/** The event, its meaning and the answer commit together: an opt-out is never stored as an unread message. */
export const processMessage = async (
  messenger: string,
  message: InboundMessage,
  { write, hash, isTest }: Omit<CallbackContext, "receipts">,
): Promise<void> => {
  const channel = conversationChannelFor(message.channel);
  const optedOut = await withAddressesLocked(write, system, [message.from], async (context, holders) => {
    const { tx, touch } = context;
    const event = newEventFrom(await findOrCreateInboundEndpoint(tx, channel), {
      eventType: `${channel}_received`,
      deduplicationKey: `${messenger}:${message.providerId}`,
      payload: {
        type: `${channel}_received`,
        channel,
        from: message.handle ? `@${message.handle}` : message.from,
        ...(message.handle ? { address: message.from } : {}),
        to: message.to,
        text: message.text,
        ...(message.name ? { name: message.name } : {}),
        ...(isTest ? { simulated: true } : {}),
      },
    });
    const [stored] = await insertEvents(tx, [event]);
    if (!stored?.isNew) return [];
    const people =
      holders.length > 0 ? holders : await addSender(context, message, { eventId: stored.id, isTest }, hash);
    if (message.handle) await saveAccount(tx, people, message.from, `@${message.handle}`);
    await noteInbound(context, people, channel, message.from, message.at);
    await saveCallAnswer(context, messenger, message);
    const meaning = await processReply(context, { ...message, isTest }, { eventId: stored.id, people }, hash);
    touch("events", "people");
    return meaning === "opt_out" ? people : [];
  });
  await waitForSendsInFlight(write, optedOut);
};
