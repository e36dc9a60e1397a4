import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { channelEndpointName } from "#server/store/ingestion/channel-endpoints.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import type { WriteContext } from "#server/store/write.ts";
import { findSenders } from "./find-senders.ts";
import { noteInbound } from "./process-reply.ts";
import { type InboundPayload, type ReadingSettings, recordInbound, storeInbound } from "./record-inbound.ts";

/** A call to one of our numbers. Its request may be repeated. */
export type IncomingCall = { key: string; from: string; to: string; isTest: boolean };

/** Records a call that comes in; an unknown caller becomes a person. Returns who calls, as far as that is known. */
export const receiveCall = async (
  context: WriteContext,
  { key, from, to, isTest }: IncomingCall,
  { hash, settings }: { hash: AddressHash; settings: ReadingSettings },
): Promise<string | null> => {
  const channel = "call";
  const payload: InboundPayload = {
    ...{ type: "call_received", channel, from, to },
    ...(isTest ? { simulated: true } : {}),
  };
  await lockAddresses(context.tx, [from]);
  const { id, isNew } = await storeInbound(context, payload, key);
  const people = await findSenders(
    context,
    { channel, address: from },
    {
      eventId: id,
      source: channelEndpointName(channel),
      text: null,
      isTest,
      addsUnknown: isNew,
      isProven: true,
    },
    hash,
  );
  const personId = people[0] ?? null;
  if (isNew)
    await recordInbound(context, { id, payload, address: from, text: null, personId, isTest }, settings);
  await noteInbound(context, people, channel, from);
  return personId;
};
