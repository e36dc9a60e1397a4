import { classifyMail, type InboundMail } from "#domain/mail/classify-mail.ts";
import { system } from "#server/audit/entry.ts";
import type { IncomingMail } from "#server/mail/incoming-mail.ts";
import type { TrustedRelays } from "#server/mail/relays.ts";
import { optOut, waitForSendsInFlight } from "#server/pipeline/deliver/opt-out.ts";
import { noteInboundMessage } from "#server/pipeline/deliver/thread-hooks.ts";
import { recordBounce } from "#server/pipeline/receive/bounces.ts";
import { delayRunsUntilReturn } from "#server/pipeline/receive/delay-runs.ts";
import { findSenders } from "#server/pipeline/receive/find-senders.ts";
import { handleSafety } from "#server/pipeline/receive/handle-safety.ts";
import { noteInbound, processReply, type SenderProof } from "#server/pipeline/receive/process-reply.ts";
import { proposeOptOut } from "#server/pipeline/receive/propose-opt-out.ts";
import {
  type InboundEvent,
  type InboundPayload,
  type ReceiveContext,
  readingSettings,
  recordInbound,
} from "#server/pipeline/receive/record-inbound.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { type BouncedMessage, findMessage } from "#server/store/delivery/bounced-messages.ts";
import { channelEndpointName, openChannelEndpoint } from "#server/store/ingestion/channel-endpoints.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import type { Write, WriteContext } from "#server/store/write.ts";
import { type PreparedMail, prepareMail, storeMail } from "./prepare-mail.ts";
import type { ReturnAddresses } from "./return-addresses.ts";

export type MailContext = ReceiveContext & { returnAddresses: ReturnAddresses };

/** Stands for the endpoint of replies to our own messages, which is created with the first of them. */
const repliesEndpoint = "replies";

type FindEndpoint = (localPart: string) => Promise<{ endpointId: string } | undefined>;

/** Which endpoint receives mail for a local part: a return address belongs to the endpoint of replies. */
export const findMailEndpoint =
  (find: FindEndpoint, returnAddresses: ReturnAddresses): FindEndpoint =>
  async (localPart) =>
    returnAddresses.read(localPart) === undefined ? find(localPart) : { endpointId: repliesEndpoint };

/** For the SMTP listener: stores one event per endpoint, all in one transaction, and returns their ids. */
export const acceptMail =
  (context: MailContext, trustedRelays: TrustedRelays) =>
  async ({ raw, recipients, envelope }: IncomingMail): Promise<string[]> => {
    const prepared = await prepareMail(raw, envelope, trustedRelays(envelope.peer));
    const stored = await processMail(
      prepared,
      recipients.map(({ endpointId }) => endpointId),
      context,
    );
    return stored ?? [];
  };

/** The message of ours that mail is about. `isProven`: it came to an address that only that message carried. */
type Subject = BouncedMessage & { isProven: boolean };

const eventTypes: Record<InboundMail["kind"], string> = {
  reply: "email_received",
  automatic: "email_auto_reply",
  bounce: "email_bounce",
  complaint: "email_complaint",
};

/**
 * Stores a message and acts on what it means in one transaction: a bounce fails its message, a complaint or an opt-out
 * is recorded, a reply is processed. When `mayContinue` says no, nothing is written and the result is undefined.
 */
export const processMail = async (
  mail: PreparedMail,
  endpointIds: readonly string[],
  receiving: MailContext,
  mayContinue: (context: WriteContext) => Promise<boolean> = async () => true,
): Promise<string[] | undefined> => {
  const { write, hash, returnAddresses } = receiving;
  const { message } = mail;
  const meaning = message && classifyMail(message);
  const subject = message && (await findSubject(mail, write, returnAddresses));
  const from = message?.from?.address ?? "";
  // A reply belongs to the person whom the message was sent to, whichever of their addresses it comes from.
  const address = subject?.to ?? (meaning?.kind === "complaint" ? (meaning.recipient ?? "") : from);
  const proof = proveSender(subject, message, address);
  const place = endpointIds.indexOf(repliesEndpoint);
  const settings = place >= 0 ? await readingSettings(receiving) : undefined;
  const done = await write(system, async (context) => {
    await lockAddresses(context.tx, address === "" ? [] : [address.trim().toLowerCase()]);
    if (!(await mayContinue(context))) return undefined;
    const ids = await Promise.all(
      endpointIds.map((id) => (id === repliesEndpoint ? openChannelEndpoint(context.tx, "email") : id)),
    );
    const reply = place >= 0 && meaning ? asReply(mail, meaning, subject, address) : undefined;
    const stored = await storeMail(context, reply?.mail ?? mail, ids);
    const first = stored.find(({ isNew }) => isNew);
    if (!first || !meaning) return { ids: stored.map(({ id }) => id), optedOut: [] };
    const event = { eventId: first.id, isTest: subject?.isTest === true };
    // Only to our own messages an unknown sender may answer; the recorder adds those of other mail.
    const isAnswer = reply !== undefined && isByPerson(meaning);
    const people = await findSenders(
      context,
      { channel: "email", address, name: reply?.inbound.name ?? null },
      {
        ...event,
        source: isAnswer ? channelEndpointName("email") : null,
        text: meaning.kind === "reply" ? meaning.text : null,
        addsUnknown: isAnswer,
        isProven: proof === "proven",
      },
      hash,
    );
    const own = stored[place];
    if (reply && settings && own?.isNew)
      await recordInbound(
        context,
        { ...reply.inbound, id: own.id, personId: people[0] ?? null, isTest: event.isTest },
        settings,
      );
    const isOptOut =
      address !== "" &&
      (await actOnMail(context, meaning, {
        ...{ subject, address, people, ...event, hash, message, proof },
        timezone: settings?.timezone,
      }));
    return { ids: stored.map(({ id }) => id), optedOut: isOptOut ? people : [] };
  });
  await waitForSendsInFlight(write, done?.optedOut ?? []);
  return done?.ids;
};

const isByPerson = ({ kind }: InboundMail): boolean => kind === "reply" || kind === "automatic";

const findSubject = async (
  { answeredActionId, recipients }: PreparedMail,
  write: Write,
  returnAddresses: ReturnAddresses,
): Promise<Subject | undefined> => {
  const [signed] = recipients.flatMap((address) => returnAddresses.read(address.split("@")[0] ?? "") ?? []);
  const actionId = signed ?? answeredActionId;
  if (actionId === undefined) return undefined;
  const message = await write(system, ({ tx }) => findMessage(tx, actionId));
  return message && { ...message, isProven: signed !== undefined };
};

/** A mail to a return address of ours, as it is stored and as it is recorded. */
type ReplyMail = { mail: PreparedMail; inbound: Omit<InboundEvent, "id" | "personId" | "isTest"> };

/** The same mail as an event of the person whom our message was sent to; its sender and words need no mapping. */
const asReply = (
  mail: PreparedMail,
  meaning: InboundMail,
  subject: Subject | undefined,
  address: string,
): ReplyMail => {
  const { message } = mail;
  const isTheirs = isByPerson(meaning);
  const email = subject?.to ?? (isTheirs ? message?.from?.address : undefined);
  const name = (isTheirs && email === message?.from?.address && message?.from?.name) || null;
  const words = meaning.kind === "reply" ? meaning.text : (message?.subject ?? "");
  const type = eventTypes[meaning.kind];
  const payload: InboundPayload = {
    ...mail.event.payload,
    type,
    channel: "email",
    person: { ...(email ? { email } : {}), ...(name ? { name } : {}) },
    words,
    ...(subject?.isTest ? { simulated: true } : {}),
  };
  return {
    mail: { ...mail, event: { ...mail.event, eventType: type, payload } },
    inbound: {
      payload,
      address,
      name,
      text: isTheirs ? words : null,
      ...(isTheirs ? {} : { report: words }),
      subject: message?.subject ?? "",
    },
  };
};

type MailFacts = {
  subject: Subject | undefined;
  address: string;
  people: string[];
  eventId: string;
  isTest: boolean;
  hash: AddressHash;
  message: PreparedMail["message"];
  proof: SenderProof;
  /** Of the workspace; undefined for mail that answers no message of ours. */
  timezone: string | undefined;
};

/**
 * Who answers to the signed address has our message. A relay vouches for the address in the From header, not for the
 * person whom our message was sent to.
 */
const proveSender = (
  subject: Subject | undefined,
  message: PreparedMail["message"],
  address: string,
): SenderProof => {
  if (subject?.isProven) return "proven";
  if (message?.authentication.sender === "forged") return "forged";
  const isAuthenticated = message?.authentication.sender === "authenticated";
  return isAuthenticated && message.from?.address === address ? "proven" : "unproven";
};

/** Returns whether it was an opt-out. */
const actOnMail = async (context: WriteContext, meaning: InboundMail, facts: MailFacts): Promise<boolean> => {
  const { subject, address, people, eventId, isTest, hash, message, proof } = facts;
  if (meaning.kind === "automatic") {
    const text = message?.subject ?? "";
    const kind = "inbound_automatic";
    await noteInboundMessage(context, { kind, eventId, channel: "email", text, at: Date.now(), people });
    if (proof !== "forged" && facts.timezone !== undefined)
      await delayRunsUntilReturn(context, people, meaning.text, facts.timezone);
    return false;
  }
  if (meaning.kind === "bounce") {
    const { recipient } = meaning.bounce;
    // Anyone can write a bounce report: it counts when it came to the signed address or names the right recipient.
    const isCredible =
      subject && (subject.isProven || recipient === null || recipient.toLowerCase() === subject.to);
    if (isCredible) await recordBounce(context, subject, meaning.bounce, eventId, hash);
    return false;
  }
  if (meaning.kind === "complaint") {
    // Anyone can write an abuse report: it counts when it encloses a message of ours. Others hold nothing up.
    if (!subject) {
      const words = message?.subject || meaning.type;
      await proposeOptOut(context, { address, subject: "complaint", words }, { eventId, people });
      return false;
    }
    const request = {
      addresses: [address],
      source: "complaint" as const,
      reason: meaning.type,
      causedBy: eventId,
      isTest: subject.isTest,
    };
    await optOut(context, hash, request, people);
    return true;
  }
  // A forged mail is no answer of the person.
  if (proof !== "forged") await noteInbound(context, people, "email", message?.from?.address ?? null);
  const reply = {
    channel: "email" as const,
    from: address,
    text: meaning.text,
    proof,
    isTest,
  };
  if (proof !== "forged")
    await handleSafety(context, {
      eventId,
      channel: "email",
      from: address,
      name: message?.from?.name ?? null,
      text: meaning.text,
      people,
      isTest,
    });
  const replyMeaning = await processReply(context, reply, { eventId, people }, hash);
  context.touch("people");
  return replyMeaning === "opt_out";
};
