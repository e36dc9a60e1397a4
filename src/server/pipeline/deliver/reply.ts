import { sql } from "drizzle-orm";
import { addressKindOf, type Channel, consentChannelFor } from "#domain/channels/channel.ts";
import { type ReplyMeaning, readReply } from "#domain/compliance/read-reply.ts";
import type { ReviewSubject } from "#domain/compliance/review.ts";
import type { SendPurpose } from "#domain/compliance/send-intent.ts";
import { detectLanguage } from "#domain/detect-language.ts";
import { parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import { resolvePeople } from "#domain/ingestion/resolve-people.ts";
import { simulatedMark } from "#domain/messages/simulation.ts";
import { formatPhone } from "#domain/phone-format.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertReviews } from "#server/store/compliance/reviews.ts";
import { hasOptedOut } from "#server/store/compliance/suppressions.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { inboundEndpointName } from "#server/store/ingestion/inbound-endpoint.ts";
import { addPeople, fillLanguage } from "#server/store/people/matching.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { optIn, optOut } from "./opt-out.ts";

/** A message from a person, on any channel. */
export type Reply = {
  channel: Channel;
  from: string;
  text: string;
  /** The vendor itself took this as an opt-out, whatever the text says. */
  optedOut?: boolean;
  /** Vendors vouch for the sender of all other channels. */
  proof?: SenderProof;
  /** It came from a simulator outside the demo. */
  isTest?: boolean;
};

/** Whether the message is known to come from the address it names. */
export type SenderProof = "proven" | "unproven" | "forged";

/** The event that a reply became, and the people who have its address. */
export type ReplySource = { eventId: string; people: string[] };

/** Vendors round times to seconds; only a message that was delayed for longer keeps its own time. */
const delayedMs = 60_000;

/** A person's own message opens the channel for a day; messages that were held for that are looked at again. */
export const noteInbound = async (
  tx: Tx,
  people: string[],
  channel: string,
  at: number = Date.now(),
): Promise<void> => {
  const inboundAt = Date.now() - at > delayedMs ? at : Date.now();
  await tx.execute(sql`
    INSERT INTO conversations (person_id, channel, last_inbound_at)
    SELECT id, ${channel}, to_timestamp(${inboundAt / 1000}) FROM unnest(${sql.param(people)}::uuid[]) AS id ORDER BY 1
    ON CONFLICT (person_id, channel) DO UPDATE SET
      last_inbound_at = greatest(conversations.last_inbound_at, excluded.last_inbound_at)`);
  await wakeHeldActions(tx, people);
};

/** Adds the unknown sender of a message as a person, as an event from any endpoint would. */
export const addSender = async (
  { tx, audit }: WriteContext,
  { channel, from, name }: { channel: Channel; from: string; name: string | null },
  { eventId, isTest }: { eventId: string; isTest: boolean },
): Promise<string[]> => {
  const kind = addressKindOf(channel);
  const { person } = parseMappedValues({
    [`person.${kind}`]: from,
    ...(name ? { "person.fullName": name } : {}),
  });
  // An address that no person can have, such as a short code.
  if (person[kind] === undefined) return [];
  const source = inboundEndpointName(consentChannelFor(channel));
  const { added } = resolvePeople([{ person: person, source }], [], newId);
  await addPeople(tx, added);
  const ids = added.map(({ id }) => id);
  await addToTimeline(
    tx,
    ids.map((personId) => ({
      personId,
      eventType: "person_created" as const,
      source,
      title: "Person created",
      description: source,
      metadata: { endpoint: source, ...simulatedMark(isTest ? "test" : null) },
      causedBy: eventId,
    })),
  );
  audit({
    eventType: "data_change",
    entityType: "event",
    entityId: eventId,
    description: "A new person was added, because they wrote to us",
    metadata: { added: ids },
  });
  return ids;
};

const maxReasonLength = 200;

/** Acts on a reply: an opt-out or opt-in with one confirmation, help, or a review by an operator. */
export const processReply = async (
  context: WriteContext,
  reply: Reply,
  source: ReplySource,
  hash: AddressHash,
): Promise<ReplyMeaning["kind"]> => {
  const { text, from, optedOut, proof = "proven" } = reply;
  await learnLanguage(context, text, source);
  const meaning = optedOut ? "opt_out" : readReply(text).kind;
  if (meaning === "opt_in" && proof !== "proven") {
    const isOptedOut = await hasOptedOut(context.tx, hash(from));
    if (isOptedOut) await openReviews(context, { ...reply, subject: "opt_in" }, source);
    return isOptedOut ? "ambiguous" : "none";
  }
  if (meaning === "opt_out" && proof === "forged") {
    await openReviews(context, { ...reply, subject: "opt_out" }, source);
    return "ambiguous";
  }
  const request = {
    addresses: [from],
    // Without proof an opt-out stays easy, but closes only the channel that it came by.
    scope: proof === "proven" ? ("all" as const) : consentChannelFor(reply.channel),
    source: "reply" as const,
    reason: text.slice(0, maxReasonLength),
    causedBy: source.eventId,
    isTest: reply.isTest === true,
  };
  if (meaning === "opt_out") {
    await optOut(context, hash, request, source.people);
    await sendAnswer(context, reply, source, "opt_out_confirmation", "confirmation");
  } else if (meaning === "opt_in") {
    await optIn(context, hash, request, source.people);
    await sendAnswer(context, reply, source, "opt_in_confirmation", "service");
  } else if (meaning === "help") {
    await sendAnswer(context, reply, source, "help", "service");
  } else if (meaning === "ambiguous") {
    await openReviews(context, { ...reply, subject: "opt_out" }, source);
  }
  if (meaning === "none" || meaning === "help") await notifyOfReply(context, reply, source);
  return meaning;
};

/** What people write tells their language, so that the answer is in it already. */
const learnLanguage = async (
  { tx, audit, touch }: WriteContext,
  text: string,
  { people, eventId }: ReplySource,
): Promise<void> => {
  const language = detectLanguage(text);
  const learned = language === undefined ? [] : await fillLanguage(tx, people, language);
  if (learned.length === 0) return;
  audit({
    eventType: "data_change",
    entityType: "event",
    entityId: eventId,
    description: "Set a person's language from what they wrote",
    metadata: { language, people: learned },
  });
  touch("people");
};

const reviewTitles: Record<ReviewSubject, string> = {
  opt_out: "May be an opt-out",
  opt_in: "Opt-in without proof of the sender",
  complaint: "Complaint without proof",
};

/** A call's answers appear in its transcript instead. */
const notifyOfReply = async (
  { tx, touch }: WriteContext,
  { channel, isTest }: Reply,
  { people: [personId] }: ReplySource,
): Promise<void> => {
  if (personId === undefined || channel === "call" || channel === "voice_agent") return;
  const { rows } = await tx.execute<{ name: string | null }>(
    sql`SELECT ${personNameSql} AS name FROM people p WHERE id = ${personId}`,
  );
  const person = formatPhone(rows[0]?.name ?? "");
  await addNotifications(tx, [
    {
      kind: "reply_received",
      params: { person, channel, ...(isTest ? { simulated: 1 } : {}) },
      link: `/people?person=${personId}`,
    },
  ]);
  touch("notifications");
};

/** Nothing is sent to these people until an operator has decided. */
export const openReviews = async (
  { tx, touch }: WriteContext,
  { text, channel, subject, isTest }: Pick<Reply, "text" | "channel" | "isTest"> & { subject: ReviewSubject },
  { eventId, people }: ReplySource,
): Promise<void> => {
  if (people.length === 0) return;
  await insertReviews(tx, people, { channel, text, subject, causedBy: eventId });
  await addToTimeline(
    tx,
    people.map((personId) => ({
      personId,
      eventType: "review_opened" as const,
      source: channel,
      title: reviewTitles[subject],
      description: text.slice(0, maxReasonLength),
      metadata: { channel, subject, ...simulatedMark(isTest ? "test" : null) },
      causedBy: eventId,
    })),
  );
  await addNotifications(tx, [
    { kind: "review_needed", params: isTest ? { simulated: 1 } : {}, link: "/compliance?tab=reviews" },
  ]);
  touch("notifications");
};

/** One answer on the channel of the reply, to the first person who has the address. Calls are answered in the call. */
const sendAnswer = async (
  { tx, touch }: WriteContext,
  { channel }: Reply,
  { eventId, people }: ReplySource,
  template: string,
  purpose: SendPurpose,
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
