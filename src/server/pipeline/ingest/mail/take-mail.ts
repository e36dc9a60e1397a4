import { classifyMail, type InboundMail } from "#domain/mail/classify-mail.ts";
import { system } from "#server/audit/entry.ts";
import { silence, whenQuiet } from "#server/pipeline/deliver/opt-out.ts";
import { actOn, noteInbound } from "#server/pipeline/deliver/reply.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { findReturned, type Returned } from "#server/store/delivery/bounced-messages.ts";
import { inboundEndpoint } from "#server/store/ingestion/inbound-endpoint.ts";
import type { Write, Writing } from "#server/store/write.ts";
import { keepMail, type ReadyMail } from "./accept.ts";
import type { Returns } from "./returns.ts";
import { takeBounce } from "./take-bounce.ts";

export type TakingMail = { write: Write; hash: AddressHash; returns: Returns };

/** Stands for the endpoint of answers to our own letters, which is made when the first one comes. */
export const answers = "answers";

/** The letter of ours that a message is about. `isSure`: it came to an address that only that letter carried. */
type About = Returned & { isSure: boolean };

const typeOf: Record<InboundMail["kind"], string> = {
  reply: "email_received",
  automatic: "email_auto_reply",
  bounce: "email_bounce",
  complaint: "email_complaint",
};

/**
 * Keeps a message and does what it means in one transaction: a failure fails its letter, a complaint or a wish for
 * silence is kept, a reply is heard. `isOurs` may still say no; then nothing happened.
 */
export const takeMail = async (
  ready: ReadyMail,
  endpointIds: readonly string[],
  { write, hash, returns }: TakingMail,
  isOurs: (writing: Writing) => Promise<boolean> = async () => true,
): Promise<string[] | undefined> => {
  const { message } = ready;
  const meaning = message && classifyMail(message);
  const about = message && (await aboutOf(ready, write, returns));
  const from = message?.from?.address ?? "";
  // Whoever holds the address of the letter answers it, from whichever of their addresses.
  const address = about?.to ?? (meaning?.kind === "complaint" ? (meaning.recipient ?? "") : from);
  return whenQuiet(write, system, address === "" ? [] : [address], async (writing, people) => {
    if (!(await isOurs(writing))) return undefined;
    const ids = await Promise.all(
      endpointIds.map((id) => (id === answers ? inboundEndpoint(writing.tx, "email") : id)),
    );
    const own = endpointIds.includes(answers) && meaning ? asAnswer(ready, meaning, about) : ready;
    const kept = await keepMail(writing, own, ids);
    const [fresh] = kept.filter(({ isNew }) => isNew);
    if (fresh && meaning && address !== "")
      await act(writing, meaning, { about, address, people, eventId: fresh.id, hash, message });
    return kept.map(({ id }) => id);
  });
};

const aboutOf = async (
  { answered, named }: ReadyMail,
  write: Write,
  returns: Returns,
): Promise<About | undefined> => {
  const signed = named.flatMap((address) => returns.read(address.split("@")[0] ?? "") ?? [])[0];
  const actionId = signed ?? answered;
  if (actionId === undefined) return undefined;
  const found = await write(system, ({ tx }) => findReturned(tx, actionId));
  return found && { ...found, isSure: signed !== undefined };
};

/** As an event of the person the letter went to. */
const asAnswer = (ready: ReadyMail, meaning: InboundMail, about: About | undefined): ReadyMail => {
  const { message } = ready;
  const isTheirs = meaning.kind === "reply" || meaning.kind === "automatic";
  const email = about?.to ?? (isTheirs ? message?.from?.address : undefined);
  const name = isTheirs && email === message?.from?.address ? message?.from?.name : undefined;
  const said = meaning.kind === "reply" ? { words: meaning.text } : { words: message?.subject ?? "" };
  return {
    ...ready,
    event: {
      ...ready.event,
      eventType: typeOf[meaning.kind],
      rawData: {
        ...(ready.event.rawData as object),
        type: typeOf[meaning.kind],
        channel: "email",
        person: { ...(email ? { email } : {}), ...(name ? { name } : {}) },
        ...said,
      },
    },
  };
};

type Acting = {
  about: About | undefined;
  address: string;
  people: string[];
  eventId: string;
  hash: AddressHash;
  message: ReadyMail["message"];
};

const act = async (writing: Writing, meaning: InboundMail, acting: Acting): Promise<void> => {
  const { about, address, people, eventId, hash, message } = acting;
  if (meaning.kind === "automatic") return;
  if (meaning.kind === "bounce") {
    const { recipient } = meaning.bounce;
    // Anybody may write that something failed; only what came the signed way, or names the right address, counts.
    const isTrue = about && (about.isSure || recipient === null || recipient.toLowerCase() === about.to);
    if (isTrue) await takeBounce(writing, about, meaning.bounce, eventId, hash);
    return;
  }
  if (meaning.kind === "complaint") {
    const asked = { addresses: [address], source: "complaint", reason: meaning.type, causedBy: eventId };
    return silence(writing, hash, asked, people);
  }
  await noteInbound(writing.tx, people, "email");
  const isForged = message?.authentication.dmarc === "fail" || message?.authentication.spf === "fail";
  const isDoubtful = !about?.isSure && isForged;
  const said = { channel: "email" as const, from: address, text: meaning.text, isDoubtful };
  await actOn(writing, said, { eventId, people }, hash);
  writing.touch("people");
};
