import { sql } from "drizzle-orm";
import { addressKindOf, type Channel, consentChannelFor } from "#domain/channels/channel.ts";
import { readReply } from "#domain/compliance/read-reply.ts";
import { readMapped } from "#domain/ingestion/mapped.ts";
import { resolvePeople } from "#domain/ingestion/resolve.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { notifications } from "#server/db/schema/ledgers.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { wakeHeld } from "#server/store/delivery/actions.ts";
import { inboundName } from "#server/store/ingestion/inbound-endpoint.ts";
import { addPeople, addToTimeline } from "#server/store/ingestion/recording.ts";
import type { Writing } from "#server/store/write.ts";
import { release, silence } from "./opt-out.ts";

/** Something a person said to us, by whichever channel. */
export type Said = {
  channel: Channel;
  /** Their address. */
  from: string;
  text: string;
  /** The vendor itself took this as a wish for silence, whatever its words are. */
  optedOut?: boolean;
  /** It may not be from whom it says: a wish for silence is then for a person to read. */
  isDoubtful?: boolean;
};

/** The event it became, and who has the address it came from. */
export type Heard = { eventId: string; people: string[] };

const lateMs = 60_000;

/** Their own message opens the channel for a day, and what waited for that may go. */
export const noteInbound = async (
  tx: Tx,
  people: string[],
  channel: string,
  at: number = Date.now(),
): Promise<void> => {
  // What was held up on its way counts from when it was written, and what vendors round off does not.
  const when = Date.now() - at > lateMs ? at : Date.now();
  await tx.execute(sql`
    INSERT INTO conversations (person_id, channel, last_inbound_at)
    SELECT id, ${channel}, to_timestamp(${when / 1000}) FROM unnest(${sql.param(people)}::uuid[]) AS id ORDER BY 1
    ON CONFLICT (person_id, channel) DO UPDATE SET
      last_inbound_at = greatest(conversations.last_inbound_at, excluded.last_inbound_at)`);
  await wakeHeld(tx, people);
};

/** Somebody who was not known until they wrote: kept as an event from anywhere would keep them. */
export const meet = async (
  { tx, audit }: Writing,
  { channel, from, name }: { channel: Channel; from: string; name: string | null },
  eventId: string,
): Promise<string[]> => {
  const kind = addressKindOf(channel);
  const { person } = readMapped({ [`person.${kind}`]: from, ...(name ? { "person.fullName": name } : {}) });
  // Addresses that cannot be anybody's, such as short codes, make nobody.
  if (person[kind] === undefined) return [];
  const source = inboundName(consentChannelFor(channel));
  const { added } = resolvePeople([{ said: person, source }], [], newId);
  await addPeople(tx, added);
  const ids = added.map(({ id }) => id);
  await addToTimeline(
    tx,
    ids.map((personId) => ({
      personId,
      eventType: "person_created",
      source,
      title: "Person created",
      description: source,
      metadata: { endpoint: source },
      causedBy: eventId,
    })),
    false,
  );
  audit({
    eventType: "data_change",
    entityType: "event",
    entityId: eventId,
    description: "Somebody new wrote to us and was added",
    metadata: { added: ids },
  });
  return ids;
};

/** What they said is done: silence or its end with one confirmation, help, or a question for an operator. */
export const actOn = async (writing: Writing, said: Said, heard: Heard, hash: AddressHash): Promise<void> => {
  const { text, from, optedOut, isDoubtful = false } = said;
  const read = optedOut ? "opt_out" : readReply(text).kind;
  const meaning = isDoubtful && (read === "opt_out" || read === "opt_in") ? "ambiguous" : read;
  const asked = {
    addresses: [from],
    source: "reply" as const,
    reason: text.slice(0, 200),
    causedBy: heard.eventId,
  };
  if (meaning === "opt_out") {
    await silence(writing, hash, asked, heard.people);
    await answer(writing, said, heard, "opt_out_confirmation", "confirmation");
  } else if (meaning === "opt_in") {
    await release(writing, hash, asked, heard.people);
    await answer(writing, said, heard, "opt_in_confirmation", "service");
  } else if (meaning === "help") {
    await answer(writing, said, heard, "help", "service");
  } else if (meaning === "ambiguous") {
    await openReviews(writing, said, heard);
  }
};

/** Nothing goes out to them until somebody has read it. */
const openReviews = async (
  { tx, touch }: Writing,
  { text, channel }: Said,
  { eventId, people }: Heard,
): Promise<void> => {
  if (people.length === 0) return;
  await tx.execute(sql`
    INSERT INTO reviews (person_id, channel, words, caused_by)
    SELECT id, ${channel}, ${text.slice(0, 500)}, ${eventId} FROM unnest(${sql.param(people)}::uuid[]) AS id`);
  await addToTimeline(
    tx,
    people.map((personId) => ({
      personId,
      eventType: "review_opened",
      source: channel,
      title: "May be an opt-out",
      description: text.slice(0, 200),
      metadata: { channel },
      causedBy: eventId,
    })),
    false,
  );
  await tx
    .insert(notifications)
    .values({ kind: "review_needed", params: {}, link: "/compliance?tab=reviews" });
  touch("notifications");
};

/** One answer, to the person who wrote, by the channel they wrote on. */
const answer = async (
  { tx, touch }: Writing,
  { channel }: Said,
  { eventId, people }: Heard,
  template: string,
  purpose: string,
): Promise<void> => {
  const [personId] = people;
  if (personId === undefined || channel === "call" || channel === "voice_agent") return;
  await insertActions(tx, [
    {
      id: newId(),
      personId,
      ruleId: null,
      ruleRunId: null,
      type: channel,
      config: { template, purpose },
      notBefore: new Date().toISOString(),
      causedBy: eventId,
    },
  ]);
  touch("actions");
};
