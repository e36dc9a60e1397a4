import { cutText } from "#domain/storable-text.ts";
import type { Bounce } from "./bounce.ts";
import type { MailMessage } from "./message.ts";

/** What an inbound message is. */
export type InboundMail =
  | { kind: "bounce"; bounce: Bounce }
  | { kind: "complaint"; type: string; recipient: string | null }
  /** Stored, but not treated as a reply. */
  | { kind: "automatic"; text: string }
  | { kind: "reply"; text: string };

const maxReplyLength = 4000;
/** The subject that mail programs use for their unsubscribe button. */
const unsubscribeSubject = /^\s*(re\s*:\s*)?(unsubscribe|desuscribir|darse? de baja|baja)\b/i;

export const classifyMail = ({ bounce, complaint, automatic, subject, reply }: MailMessage): InboundMail => {
  if (complaint) return { kind: "complaint", type: complaint.type, recipient: complaint.recipient };
  if (bounce) return { kind: "bounce", bounce };
  if (automatic.is) return { kind: "automatic", text: cutText(`${subject}\n${reply}`, maxReplyLength) };
  // Our quoted message contains opt-out instructions, which must not count as the sender's words.
  const ownText = reply
    .split("\n")
    .filter((line) => !/^\s*>/.test(line))
    .join("\n")
    .trim();
  const text =
    unsubscribeSubject.test(subject) && ownText.length < 200 ? `unsubscribe ${ownText}`.trim() : ownText;
  return { kind: "reply", text: cutText(text, maxReplyLength) };
};

const ownMessageId = /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

/** The action whose message this one answers or reports on, identified by Message-ID; the closest reference wins. */
export const referencedActionId = ({
  bounce,
  complaint,
  inReplyTo,
  references,
}: MailMessage): string | undefined => {
  const messageIds = [
    bounce?.originalMessageId,
    complaint?.originalMessageId,
    inReplyTo,
    ...references.toReversed(),
  ];
  return messageIds.flatMap((id) => ownMessageId.exec(id ?? "")?.[1]?.toLowerCase() ?? [])[0];
};

/** Consecutive soft bounces after which an address is suppressed. */
export const maxSoftBounces = 3;
