import { consentChannelFor } from "#domain/channels/channel.ts";
import { system } from "#server/audit/entry.ts";
import type { Messenger, VendorUpdate } from "#server/connectors/messaging/messenger.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertEvents } from "#server/store/ingestion/events.ts";
import { inboundEndpoint } from "#server/store/ingestion/inbound-endpoint.ts";
import type { Write } from "#server/store/write.ts";
import { keepAnswer } from "./call-updates.ts";
import { whenQuiet } from "./opt-out.ts";
import type { Receipts } from "./receipts.ts";
import { actOn, meet, noteInbound } from "./reply.ts";

export type CallingBack = { write: Write; hash: AddressHash; receipts: Receipts };

/** On the telephone somebody waits for what we answer. */
export const isSpoken = ({ channels }: Pick<Messenger, "channels">): boolean =>
  channels.some((channel) => channel === "call" || channel === "voice_agent");

/** What a vendor told: receipts move actions forward, messages become events and may be opt-outs. */
export const takeIncoming = async (
  messenger: Pick<Messenger, "id" | "channels">,
  incoming: VendorUpdate[],
  calling: CallingBack,
): Promise<void> => {
  // Receipts that come together are written together.
  const receipts = Promise.all(
    incoming.map(
      (one) => one.kind === "status" && calling.receipts.take(messenger.id, one, isSpoken(messenger)),
    ),
  );
  // Should a message fail first, nobody waits for the receipts.
  receipts.catch(() => {});
  for (const one of incoming) if (one.kind === "message") await takeMessage(messenger.id, one, calling);
  await receipts;
};

type Message = Extract<VendorUpdate, { kind: "message" }>;

/**
 * The event, what it means and the answer to it are kept together: a wish for silence is never stored as a message
 * whose meaning nobody got to read.
 */
const takeMessage = async (messenger: string, message: Message, calling: CallingBack): Promise<void> => {
  const { write, hash } = calling;
  const channel = consentChannelFor(message.channel);
  await whenQuiet(write, system, [message.from], async (writing, known) => {
    const { tx, touch } = writing;
    const [kept] = await insertEvents(tx, [
      {
        endpointId: await inboundEndpoint(tx, channel),
        eventType: `${channel}_received`,
        deduplicationKey: `${messenger}:${message.providerId}`,
        rawData: {
          type: `${channel}_received`,
          channel,
          from: message.from,
          to: message.to,
          text: message.text,
          ...(message.name ? { name: message.name } : {}),
        },
      },
    ]);
    if (!kept?.isNew) return;
    const people = known.length > 0 ? known : await meet(writing, message, kept.id);
    await noteInbound(tx, people, channel, message.at);
    await keepAnswer(writing, messenger, message);
    await actOn(writing, message, { eventId: kept.id, people }, hash);
    touch("events", "people");
  });
};
