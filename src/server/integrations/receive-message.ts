import { sql } from "drizzle-orm";
import * as z from "zod";
import { readReply } from "#domain/compliance/read-reply.ts";
import { parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import { blankPerson } from "#domain/ingestion/resolve-people.ts";
import type { DirectMessage } from "#server/connectors/work/work-vendor.ts";
import { newId } from "#server/db/id.ts";
import { optOut } from "#server/pipeline/deliver/opt-out.ts";
import { noteInboundMessage } from "#server/pipeline/deliver/thread-hooks.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertEvents, newEvent } from "#server/store/ingestion/events.ts";
import {
  findOrCreateInboundEndpoint,
  inboundEndpointName,
} from "#server/store/ingestion/inbound-endpoint.ts";
import { addAccount, findAccountHolder, listAddresses } from "#server/store/integrations/person-accounts.ts";
import { addPeople, lockAddresses, type NewPerson } from "#server/store/people/matching.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { done, type WorkHandler } from "./work-context.ts";

const payload = z.object({
  id: z.string(),
  accountId: z.string(),
  handle: z.string(),
  name: z.string().nullable(),
  text: z.string(),
  at: z.number(),
});

const maxReasonLength = 200;

/** Adds a person who is known by an account only; an operator may merge them with one who has addresses. */
const addHolder = async (
  { tx, audit }: WriteContext,
  service: string,
  { accountId, handle, name }: DirectMessage,
  eventId: string,
): Promise<string> => {
  const source = inboundEndpointName(service);
  const { person } = parseMappedValues({ "person.fullName": name || handle });
  const added: NewPerson = {
    ...blankPerson(newId()),
    type: "lead",
    status: "new",
    firstName: person.firstName ?? handle,
    lastName: person.lastName ?? null,
    sources: [source],
  };
  await addPeople(tx, [added]);
  await addAccount(tx, { service, accountId, handle, personId: added.id });
  await addToTimeline(tx, [
    {
      personId: added.id,
      eventType: "person_created",
      source,
      title: "Person created",
      description: source,
      metadata: { endpoint: source },
      causedBy: eventId,
    },
  ]);
  audit({
    eventType: "data_change",
    entityType: "event",
    entityId: eventId,
    description: "A new person was added, because they wrote to us",
    metadata: { added: [added.id] },
  });
  return added.id;
};

/** What a person writes anywhere may be an opt-out, which then counts for all their addresses. */
const optOutOfAll = async (
  context: WriteContext,
  hash: AddressHash,
  {
    personId,
    addresses,
    text,
    eventId,
  }: { personId: string; addresses: string[]; text: string; eventId: string },
): Promise<void> => {
  if (addresses.length === 0) return;
  const reason = text.slice(0, maxReasonLength);
  await optOut(context, hash, { addresses, source: "reply", reason, causedBy: eventId }, [personId]);
};

/** A direct message becomes an entry of its sender's thread; an unknown sender becomes a person. */
export const receiveMessage: WorkHandler = async (work, { vendor }, { hash }) => {
  const { messages, connector } = vendor;
  if (!messages) return done;
  const message = payload.parse(work.payload);
  const service = connector.id;
  return {
    kind: "done",
    change: async (context) => {
      const { tx, touch } = context;
      const known = await findAccountHolder(tx, service, message.accountId);
      const addresses = known === undefined ? [] : await listAddresses(tx, known);
      await lockAddresses(tx, addresses);
      const endpointId = await findOrCreateInboundEndpoint(tx, service);
      const { eventType } = messages;
      const raw = JSON.stringify({
        type: eventType,
        channel: service,
        from: `@${message.handle}`,
        name: message.name,
        text: message.text,
      });
      const event = newEvent({ endpointId, raw, eventType, deduplicationKey: message.id, status: "valid" });
      const [stored] = await insertEvents(tx, [event]);
      if (!stored?.isNew) return;
      const eventId = stored.id;
      const personId = known ?? (await addHolder(context, service, message, eventId));
      const processed = JSON.stringify({
        event: { type: eventType, channel: service, message: message.text },
      });
      await tx.execute(
        sql`UPDATE events SET person_id = ${personId}, processed_data = ${processed}::jsonb WHERE id = ${eventId}`,
      );
      const isOptOut = readReply(message.text).kind === "opt_out";
      if (isOptOut) await optOutOfAll(context, hash, { personId, addresses, text: message.text, eventId });
      const noted = await noteInboundMessage(context, {
        kind: isOptOut ? "opt_out" : "inbound_human",
        eventId,
        channel: service,
        text: message.text,
        at: message.at,
        people: [personId],
      });
      touch("events", "people", "endpoints");
      if (isOptOut || !noted || noted.after?.muted) return;
      const { rows } = await tx.execute<{ name: string | null }>(
        sql`SELECT ${personNameSql} AS name FROM people p WHERE id = ${personId}`,
      );
      await addNotifications(tx, [
        {
          kind: "reply_received",
          params: { person: rows[0]?.name ?? `@${message.handle}`, channel: connector.label },
          link: `/inbox/${personId}`,
          userId: noted.after?.ownerId ?? null,
        },
      ]);
      touch("notifications");
    },
  };
};
