import { addressKindOf, type ConversationChannel } from "#domain/channels/channel.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import { parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import { findPiiUpTo } from "#domain/pii/find-pii.ts";
import { findMappingProblems } from "#server/pipeline/ingest/mapping-problems.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { channelEndpointName, openChannelEndpoint } from "#server/store/ingestion/channel-endpoints.ts";
import { insertEvents, newEventFrom, type StoredEvent } from "#server/store/ingestion/events.ts";
import { saveRecorded } from "#server/store/ingestion/received-messages.ts";
import type { Write, WriteContext } from "#server/store/write.ts";
import { addReceived, enqueueTextJobs, readTexts } from "./received-events.ts";

/** What receiving needs besides its transaction. */
export type ReceiveContext = {
  write: Write;
  hash: AddressHash;
  general: () => Promise<GeneralSettings>;
  /** Whether a model would read messages too. */
  asksModels: () => Promise<boolean>;
};

/** Settings of reading, asked before the transaction, which must not wait for a second connection. */
export type ReadingSettings = Pick<GeneralSettings, "timezone" | "locale"> & { asksModels: boolean };

export const readingSettings = async ({
  general,
  asksModels,
}: Pick<ReceiveContext, "general" | "asksModels">): Promise<ReadingSettings> => {
  const { timezone, locale } = await general();
  return { timezone, locale, asksModels: await asksModels() };
};

/** An event of a channel as it is stored: what a vendor reported, in the same words for all vendors. */
export type InboundPayload = { type: string; channel: ConversationChannel; from?: unknown } & Record<
  string,
  unknown
>;

/** Stores an event of a channel; one with the same key is not stored again. */
export const storeInbound = async (
  { tx, touch }: Pick<WriteContext, "tx" | "touch">,
  payload: InboundPayload,
  deduplicationKey: string,
): Promise<StoredEvent> => {
  const { type, channel } = payload;
  const event = newEventFrom(await openChannelEndpoint(tx, channel), {
    eventType: type,
    deduplicationKey,
    payload,
  });
  const [stored = { id: event.id, isNew: false }] = await insertEvents(tx, [event]);
  if (stored.isNew) touch("events");
  return stored;
};

/** An event of a channel with its sender, or with the person whom a report is about. */
export type InboundEvent = {
  id: string;
  payload: InboundPayload;
  address: string;
  name?: string | null;
  /** What the person wrote or said; null where the event has no words of theirs. */
  text: string | null;
  /** What a report says; the timeline shows it. */
  report?: string;
  subject?: string;
  personId: string | null;
  isTest: boolean;
};

const isWritten = (text: string | null | undefined): text is string => Boolean(text?.trim());

/** Records an event of a channel: its reading, entry of the timeline, reactions and jobs. */
export const recordInbound = async (
  context: Pick<WriteContext, "tx" | "touch" | "enqueue" | "clock">,
  { id, payload, address, name, text, report, subject, personId, isTest }: InboundEvent,
  settings: ReadingSettings,
): Promise<void> => {
  const { tx, touch, clock } = context;
  const { type, channel } = payload;
  const message = [report, text].find(isWritten) ?? null;
  const { person, event, problems } = parseMappedValues({
    [`person.${addressKindOf(channel)}`]: address,
    ...(name ? { "person.fullName": name } : {}),
    "event.type": type,
    "event.message": message,
    "event.subject": subject,
    "event.channel": channel,
  });
  const found = findMappingProblems(payload, { person, problems }, undefined);
  const received =
    personId === null
      ? []
      : [
          {
            ...{ id, personId, type, channel, isTest },
            endpoint: channelEndpointName(channel),
            text: isWritten(text) ? text : null,
            ...(message === null ? {} : { description: message }),
            at: clock.now(),
          },
        ];
  const readings = await readTexts(tx, received, settings);
  // First, because readings refer to it.
  await saveRecorded(tx, {
    id,
    personId,
    processed: { person, event },
    piiDetected: findPiiUpTo(payload, 1).length > 0,
    status: found.length > 0 ? "invalid" : "valid",
    problems: found.length > 0 ? found : null,
  });
  await addReceived(tx, received, readings);
  await enqueueTextJobs(context, readings, settings.asksModels);
  touch("events", "people");
};
