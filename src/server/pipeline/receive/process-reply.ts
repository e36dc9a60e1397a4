import { sql } from "drizzle-orm";
import { type Channel, consentChannelFor, isOutreachChannel } from "#domain/channels/channel.ts";
import { decideOptOut } from "#domain/compliance/opt-out/decide-opt-out.ts";
import { type ReplyMeaning, readReply } from "#domain/compliance/read-reply.ts";
import type { ReviewSubject } from "#domain/compliance/review.ts";
import type { SendPurpose } from "#domain/compliance/send-intent.ts";
import { simulatedMark } from "#domain/messages/simulation.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { cutText } from "#domain/storable-text.ts";
import { readRisk } from "#server/ai/local-reader.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { optIn, optOut } from "#server/pipeline/deliver/opt-out.ts";
import { noteInboundMessage, noteReview } from "#server/pipeline/deliver/thread-hooks.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { insertReviews } from "#server/store/compliance/reviews.ts";
import { hasOptedOut } from "#server/store/compliance/suppressions.ts";
import { isTeamHere } from "#server/store/conversations/inbox-teams.ts";
import type { ThreadResult } from "#server/store/conversations/threads.ts";
import { wakeUnclaimedActions } from "#server/store/delivery/actions.ts";
import { cancelAnsweredActions } from "#server/store/delivery/answered-actions.ts";
import { readLastMessages } from "#server/store/ingestion/message-readings.ts";
import { findAddressOf, noteAddressInbound } from "#server/store/people/person-addresses.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { addNotifications, addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { proposeOptOut } from "./propose-opt-out.ts";

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
  /** When it was written, for one that came late. Milliseconds since 1970. */
  at?: number;
};

/** Whether the message is known to come from the address it names. */
export type SenderProof = "proven" | "unproven" | "forged";

/** The event that a reply became, and the people who have its address, those whom we wrote to last first. */
export type ReplySource = { eventId: string; people: string[] };

/** Vendors round times to seconds; only a message that was delayed for longer keeps its own time. */
const delayedMs = 60_000;

const inboundTime = (now: number, at: number = now): number => (now - at > delayedMs ? at : now);

/**
 * A person's own message opens the channel for a day. Messages that were held for that are looked at again, and those
 * that were to leave only without a reply are cancelled.
 */
export const noteInbound = async (
  { tx, touch, clock }: Pick<WriteContext, "tx" | "touch" | "clock">,
  people: string[],
  channel: string,
  /** Whence it came; null where only the person is known. */
  address: string | null,
  at?: number,
): Promise<void> => {
  const inboundAt = inboundTime(clock.now(), at);
  await tx.execute(sql`
    INSERT INTO conversations (person_id, channel, last_inbound_at)
    SELECT id, ${channel}, to_timestamp(${inboundAt / 1000}) FROM unnest(${sql.param(people)}::uuid[]) AS id ORDER BY 1
    ON CONFLICT (person_id, channel) DO UPDATE SET
      last_inbound_at = greatest(conversations.last_inbound_at, excluded.last_inbound_at)`);
  if (address !== null) await noteAddressInbound(tx, people, address, inboundAt);
  if ((await cancelAnsweredActions(tx, people, inboundAt)) > 0) touch("actions", "threads", "people");
  await wakeUnclaimedActions(tx, people);
};

const maxReasonLength = 200;

/** What the words mean in the light of our last message: an opt-out only where it is sure. */
const readMeaning = (text: string, previous: string | null): ReplyMeaning["kind"] => {
  const meaning = readReply(text);
  const { answer } = decideOptOut({ text, previous }, readRisk({ text, previous }).stop, meaning);
  if (answer === "sure") return "opt_out";
  if (answer === "possible") return "ambiguous";
  return meaning.kind === "opt_in" || meaning.kind === "help" ? meaning.kind : "none";
};

/** What a reply means, given how well its sender is proven; with the subject of a review where an operator must decide. */
const understandReply = async (
  tx: Tx,
  { text, from, optedOut, proof = "proven", isTest = false }: Reply,
  hash: AddressHash,
  [personId]: readonly string[],
): Promise<{ meaning: ReplyMeaning["kind"]; review?: ReviewSubject; isProposal?: true }> => {
  const previous =
    personId === undefined ? null : ((await readLastMessages(tx, [personId])).get(personId) ?? null);
  const meaning = optedOut ? "opt_out" : readMeaning(text, previous);
  // It came from the simulator's user, not from the person: it lifts nothing, and an operator has nothing to decide.
  if (meaning === "opt_in" && isTest) return { meaning: "none" };
  if (meaning === "opt_in" && proof !== "proven")
    return (await hasOptedOut(tx, hash(from)))
      ? { meaning: "ambiguous", review: "opt_in" }
      : { meaning: "none" };
  const mayBeOptOut = meaning === "opt_out" || meaning === "ambiguous";
  if (mayBeOptOut && proof === "forged") return { meaning: "none", isProposal: true };
  return meaning === "ambiguous" ? { meaning, review: "opt_out" } : { meaning };
};

/** Acts on a reply: an opt-out or opt-in with one confirmation, help, or a review by an operator. */
export const processReply = async (
  context: WriteContext,
  reply: Reply,
  source: ReplySource,
  hash: AddressHash,
): Promise<ReplyMeaning["kind"]> => {
  const { text, from, proof = "proven" } = reply;
  const { meaning, review, isProposal } = await understandReply(context.tx, reply, hash, source.people);
  if (review) {
    await openReviews(context, { ...reply, subject: review }, source);
    return meaning;
  }
  if (isProposal) await proposeOptOut(context, { address: from, subject: "opt_out", words: text }, source);
  const request = {
    addresses: [from],
    // Without proof an opt-out stays easy, but closes only the channel that it came by.
    scope:
      proof === "proven" || !isOutreachChannel(reply.channel)
        ? ("all" as const)
        : consentChannelFor(reply.channel),
    source: "reply" as const,
    reason: cutText(text, maxReasonLength),
    causedBy: source.eventId,
  };
  if (meaning === "opt_out") {
    await optOut(context, hash, { ...request, isTest: reply.isTest === true }, source.people);
    await sendAnswer(context, reply, source, "opt_out_confirmation", "confirmation");
  } else if (meaning === "opt_in") {
    await optIn(context, hash, request, source.people);
    await sendAnswer(context, reply, source, "opt_in_confirmation", "service");
  } else if (meaning === "help" && proof !== "forged") {
    await sendAnswer(context, reply, source, "help", "service");
  }
  const isPreference = meaning === "opt_out" || meaning === "opt_in";
  const noted = await noteInboundMessage(context, {
    kind: isPreference ? "opt_out" : "inbound_human",
    eventId: source.eventId,
    channel: reply.channel,
    text,
    at: inboundTime(context.clock.now(), reply.at),
    people: source.people,
  });
  if (!isPreference && noted) await notifyOfReply(context, reply, noted);
  return meaning;
};

const reviewTitles: Record<ReviewSubject, string> = {
  opt_out: "May be an opt-out",
  opt_in: "Opt-in without proof of the sender",
  complaint: "Complaint without proof",
};

/** Notifies the owner of the thread, or the members of its team while one is here, or all; not where it is muted. */
const notifyOfReply = async (
  { tx, touch, enqueue }: WriteContext,
  { channel, isTest }: Reply,
  { personId, after }: ThreadResult,
): Promise<void> => {
  if (after?.muted) return;
  const { rows } = await tx.execute<{ name: string | null }>(
    sql`SELECT ${personNameSql} AS name FROM people p WHERE id = ${personId}`,
  );
  const person = formatPhone(rows[0]?.name ?? "");
  const ownerId = after?.ownerId ?? null;
  const teamId = ownerId === null ? (after?.teamId ?? null) : null;
  await addPushedNotifications({ tx, enqueue }, [
    {
      kind: "reply_received",
      params: { person, channel, ...(isTest ? { simulated: 1 } : {}) },
      link: `/inbox/${personId}`,
      userId: ownerId,
      teamId: teamId !== null && (await isTeamHere(tx, teamId)) ? teamId : null,
    },
  ]);
  touch("notifications");
};

/** A reply that an operator has to read. */
export type UnreadReply = Pick<Reply, "text" | "channel" | "isTest"> & { subject: ReviewSubject };

/** Nothing is sent to these people until an operator has decided. */
export const openReviews = async (
  context: WriteContext,
  review: UnreadReply,
  { eventId, people }: ReplySource,
): Promise<void> => {
  const { text, channel, subject, isTest } = review;
  if (people.length === 0) return;
  await noteReview(context, { eventId, channel, text, people });
  await addToTimeline(
    context.tx,
    people.map((personId) => ({
      personId,
      eventType: "review_opened" as const,
      source: channel,
      title: reviewTitles[subject],
      description: cutText(text, maxReasonLength),
      metadata: { channel, subject, ...simulatedMark(isTest ? "test" : null) },
      causedBy: eventId,
    })),
  );
  await requireReview(context, review, { eventId, people });
};

/** What holds messages to these people back, without the entries that explain it. */
export const requireReview = async (
  { tx, touch }: WriteContext,
  { text, channel, subject, isTest }: UnreadReply,
  { eventId, people }: ReplySource,
): Promise<void> => {
  await insertReviews(tx, people, { channel, text, subject, causedBy: eventId });
  await addNotifications(tx, [
    { kind: "review_needed", params: isTest ? { simulated: 1 } : {}, link: "/compliance?tab=reviews" },
  ]);
  touch("notifications");
};

/** One answer to the address of the reply, for the first person who has it. Calls are answered in the call. */
const sendAnswer = async (
  { tx, touch, clock }: WriteContext,
  { channel, from }: Reply,
  { eventId, people }: ReplySource,
  template: string,
  purpose: SendPurpose,
): Promise<void> => {
  const [personId] = people;
  if (personId === undefined || channel === "call" || channel === "voice_agent") return;
  const address = await findAddressOf(tx, personId, from);
  await insertActions(tx, [
    {
      id: newId(),
      personId,
      ruleId: null,
      ruleRunId: null,
      type: channel,
      config: {
        template,
        purpose,
        answersAutomatically: true,
        ...(address?.isPrimary === false ? { addressId: address.id } : {}),
      },
      notBefore: new Date(clock.now()).toISOString(),
      causedBy: eventId,
    },
  ]);
  touch("actions");
};
