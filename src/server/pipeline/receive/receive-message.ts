import { sql } from "drizzle-orm";
import * as z from "zod";
import { channels, conversationChannelFor } from "#domain/channels/channel.ts";
import { readReply } from "#domain/compliance/read-reply.ts";
import { toStorableJson } from "#domain/storable-text.ts";
import { system } from "#server/audit/entry.ts";
import type { InboundMessage } from "#server/connectors/messaging/messenger.ts";
import type { Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { channelEndpointName } from "#server/store/ingestion/channel-endpoints.ts";
import { claimWaitingMessage, type WaitingMessage } from "#server/store/ingestion/received-messages.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { saveAccount } from "#server/store/people/person-addresses.ts";
import type { Write, WriteContext } from "#server/store/write.ts";
import { saveCallAnswer } from "./call-updates.ts";
import { findSenders } from "./find-senders.ts";
import { handleSafety } from "./handle-safety.ts";
import { noteInbound, processReply } from "./process-reply.ts";
import {
  type InboundPayload,
  type ReadingSettings,
  type ReceiveContext,
  readingSettings,
  recordInbound,
  storeInbound,
} from "./record-inbound.ts";

/** Which messenger a message came by. */
export type MessageOrigin = { messenger: string; isTest: boolean };

/** The event of a message: what is shown of it, and what working it off needs besides. */
const toPayload = (message: InboundMessage, { messenger, isTest }: MessageOrigin): InboundPayload => {
  const { kind, from, handle, name, channel: sentBy, ...rest } = message;
  const channel = conversationChannelFor(sentBy);
  return {
    type: `${channel}_received`,
    channel,
    from: handle ? `@${handle}` : from,
    ...(handle ? { address: from } : {}),
    ...(name ? { name } : {}),
    ...rest,
    ...(isTest ? { simulated: true } : {}),
    messenger,
    sentBy,
  };
};

const waitingPayload = z.object({
  messenger: z.string(),
  providerId: z.string(),
  sentBy: z.enum(channels),
  from: z.string(),
  address: z.string().optional(),
  to: z.string(),
  text: z.string(),
  name: z.string().optional(),
  at: z.number(),
  gathered: z
    .object({ callId: z.string(), actionId: z.string().nullable(), pressed: z.string().nullable() })
    .optional(),
  optedOut: z.boolean().optional(),
  simulated: z.literal(true).optional(),
});

/** The message of an event that `toPayload` made; undefined where the event is none. */
export const readWaitingMessage = (
  raw: unknown,
): { message: InboundMessage; origin: MessageOrigin } | undefined => {
  const { data } = waitingPayload.safeParse(raw);
  if (!data) return undefined;
  const { messenger, simulated, sentBy, from, address, name, to, text, at, providerId } = data;
  const { gathered, optedOut } = data;
  return {
    message: {
      kind: "message",
      ...{ providerId, to, text, at },
      channel: sentBy,
      from: address ?? from,
      name: name ?? null,
      ...(address === undefined ? {} : { handle: from.slice(1) }),
      ...(gathered ? { gathered } : {}),
      ...(optedOut === undefined ? {} : { optedOut }),
    },
    origin: { messenger, isTest: simulated === true },
  };
};

const messageParts = z.object({
  address: z.string().optional().catch(undefined),
  from: z.string().catch(""),
  text: z.string().catch(""),
  sentBy: z.enum(channels).catch("sms"),
  optedOut: z.boolean().catch(false),
  simulated: z.boolean().catch(false),
});

/** What is needed to set a message aside, as far as its event tells. */
export const readMessageParts = (raw: unknown) => {
  const { address, from, text, sentBy, optedOut, simulated } = messageParts.parse(Object(raw));
  const isOptOut = optedOut || readReply(text).kind === "opt_out";
  return { from: address ?? from, text, channel: sentBy, isOptOut, isTest: simulated };
};

const messageKey = ({ messenger }: MessageOrigin, { providerId }: InboundMessage): string =>
  `${messenger}:${providerId}`;

/**
 * Stores messages before anything else is done with them, and locks nothing: whoever holds the lock of a person, an
 * accepted message is kept. Returns the ids of those that are new.
 */
export const storeMessages = (
  write: Write,
  messages: readonly InboundMessage[],
  origin: MessageOrigin,
): Promise<string[]> =>
  write(system, async (context) => {
    const ids: string[] = [];
    for (const message of messages.map(toStorableJson)) {
      const payload = toPayload(message, origin);
      const stored = await storeInbound(context, payload, messageKey(origin, message));
      if (stored.isNew) ids.push(stored.id);
    }
    if (ids.length > 0) context.touch("waiting-messages");
    return ids;
  });

type StoredMessage = { id: string; payload: InboundPayload; message: InboundMessage; origin: MessageOrigin };

/**
 * Everything that follows from a message, in one transaction: its sender, what it says, opt-out or opt-in with their
 * answers, thread, timeline, reactions and jobs. Returns the people who opted out.
 */
const workMessage = async (
  context: WriteContext,
  { id: eventId, payload, message, origin: { messenger, isTest } }: StoredMessage,
  { hash, settings }: Pick<ReceiveContext, "hash"> & { settings: ReadingSettings },
): Promise<string[]> => {
  const { tx } = context;
  const { channel } = payload;
  const { from, name, handle, text } = message;
  await lockAddresses(tx, [from.trim().toLowerCase()]);
  const people = await findSenders(
    context,
    { channel, address: from, name, handle },
    { eventId, source: channelEndpointName(channel), text, isTest, addsUnknown: true, isProven: true },
    hash,
  );
  if (handle) await saveAccount(tx, people, from, `@${handle}`);
  await recordInbound(
    context,
    { id: eventId, payload, address: from, name, text, personId: people[0] ?? null, isTest },
    settings,
  );
  await noteInbound(context, people, channel, from, message.at);
  await saveCallAnswer(context, messenger, message);
  await handleSafety(context, { eventId, channel, from, name, text, people, isTest });
  const meaning = await processReply(context, { ...message, isTest }, { eventId, people }, hash);
  return meaning === "opt_out" ? people : [];
};

/** While a transaction waits for one person, it holds the lock of an address, which others share. */
const maxLockWaitMs = 1000;
const limitLockWaits = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`SET LOCAL lock_timeout = ${sql.raw(String(maxLockWaitMs))}`);
};

/**
 * Receives a message whose sender repeats it until this succeeds, or the words of a caller, who waits: an urgent one
 * fails instead of waiting for long. Returns the people who opted out by it.
 */
export const receiveMessage = async (
  receiving: ReceiveContext,
  received: InboundMessage,
  origin: MessageOrigin,
  { isUrgent = false }: { isUrgent?: boolean } = {},
): Promise<string[]> => {
  const message = toStorableJson(received);
  const settings = await readingSettings(receiving);
  return receiving.write(system, async (context) => {
    if (isUrgent) await limitLockWaits(context.tx);
    const payload = toPayload(message, origin);
    const { id, isNew } = await storeInbound(context, payload, messageKey(origin, message));
    return isNew
      ? workMessage(context, { id, payload, message, origin }, { hash: receiving.hash, settings })
      : [];
  });
};

/** Works off the oldest message that waits. Returns whether there was one. */
export const workWaitingMessage = async (
  receiving: ReceiveContext,
  /** Those that are left out for now. */
  postponed: readonly string[],
  onClaimed: (message: WaitingMessage) => void,
): Promise<boolean> => {
  const settings = await readingSettings(receiving);
  return receiving.write(system, async (context) => {
    const { tx } = context;
    const [, claimed] = await inOneRoundTrip([limitLockWaits(tx), claimWaitingMessage(tx, postponed)]);
    if (!claimed) return false;
    onClaimed(claimed);
    const { id, raw } = claimed;
    const read = readWaitingMessage(raw);
    if (!read) throw new Error("The event of a channel is no message");
    const payload = raw as InboundPayload;
    await workMessage(context, { id, payload, ...read }, { hash: receiving.hash, settings });
    return true;
  });
};
