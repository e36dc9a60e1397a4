import type { Bounce } from "./bounce.ts";
import type { MailMessage } from "./message.ts";

/** What a message that comes back to us is. */
export type InboundMail =
  | { kind: "bounce"; bounce: Bounce }
  | { kind: "complaint"; type: string; recipient: string | null }
  /** Nobody wrote it: kept, but no reply. */
  | { kind: "automatic" }
  | { kind: "words"; text: string };

const maxReplyLength = 4000;
/** What mail programs write when somebody presses their button for it. */
const unsubscribeSubject = /^\s*(re\s*:\s*)?(unsubscribe|desuscribir|darse? de baja|baja)\b/i;

export const classifyMail = ({ bounce, complaint, automatic, subject, reply }: MailMessage): InboundMail => {
  if (complaint) return { kind: "complaint", type: complaint.type, recipient: complaint.recipient };
  if (bounce) return { kind: "bounce", bounce };
  if (automatic.is) return { kind: "automatic" };
  // An answer without words of its own quotes ours, and ours say how to opt out.
  const own = reply
    .split("\n")
    .filter((line) => !/^\s*>/.test(line))
    .join("\n")
    .trim();
  const text = unsubscribeSubject.test(subject) && own.length < 200 ? `unsubscribe ${own}`.trim() : own;
  return { kind: "words", text: text.slice(0, maxReplyLength) };
};

const ownMessageId = /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

/** The action whose letter a message answers or reports on, where a Message-ID names it; the nearest first. */
export const referencedActionId = ({
  bounce,
  complaint,
  inReplyTo,
  references,
}: MailMessage): string | undefined => {
  const named = [
    bounce?.originalMessageId,
    complaint?.originalMessageId,
    inReplyTo,
    ...references.toReversed(),
  ];
  return named.flatMap((id) => ownMessageId.exec(id ?? "")?.[1]?.toLowerCase() ?? [])[0];
};

/** So many messages in a row that came back for a while, and the address is given up. */
export const maxSoftBounces = 3;
