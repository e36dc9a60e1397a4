import { createHash } from "node:crypto";
import { referencedActionId } from "#domain/mail/classify-mail.ts";
import { type MailMessage, type MailRefusal, mailEventType } from "#domain/mail/message.ts";
import { clean } from "#server/mail/clean.ts";
import type { MailEnvelope } from "#server/mail/incoming.ts";
import type { MailFile } from "#server/mail/parse.ts";
import { parseAside } from "#server/mail/parse-aside.ts";
import { keyFrom } from "#server/pipeline/ingest/deduplication.ts";
import { insertEvents, insertFiles, type NewEvent, type Taken } from "#server/store/ingestion/events.ts";
import type { Writing } from "#server/store/write.ts";

/** A message read and ready to be kept, for whichever endpoint. */
export type ReadyMail = {
  event: Omit<NewEvent, "endpointId">;
  files: MailFile[];
  /** Absent for what could not be read. */
  message?: MailMessage;
  /** Every address it was sent to. */
  named: string[];
  /** The action whose Message-ID it names. */
  answered: string | undefined;
};

const longestUnread = 64 * 1024;

/** Reads a message; one that cannot be read is still kept, for somebody's eyes. */
export const readyMail = async (
  raw: Buffer,
  envelope: MailEnvelope,
  trusted: readonly string[],
): Promise<ReadyMail> => {
  const parsed = await parseAside(raw, { envelopeFrom: envelope.from, trusted });
  if (!parsed.ok) return unreadMail(raw, envelope, parsed.reason);
  const { message, files } = parsed;
  return {
    event: {
      eventType: mailEventType(message),
      deduplicationKey: keyOfMail(message, raw),
      rawData: { ...message, envelope: storedEnvelope(envelope) },
    },
    files,
    message,
    named: [
      ...envelope.to,
      ...message.to.map(({ address }) => address),
      ...message.cc.map(({ address }) => address),
    ],
    answered: referencedActionId(message),
  };
};

/** Kept as it came, as far as a person would want to read it. */
export const unreadMail = (raw: Buffer, envelope: MailEnvelope, reason: MailRefusal): ReadyMail => ({
  event: {
    eventType: "email",
    deduplicationKey: digestOf(raw),
    rawData: {
      raw: clean(raw.toString("utf8", 0, longestUnread), longestUnread),
      envelope: storedEnvelope(envelope),
    },
    status: "dead",
    problems: [{ code: "failed", detail: refusalWords[reason] }],
  },
  files: [],
  named: [],
  answered: undefined,
});

const refusalWords: Record<MailRefusal, string> = {
  empty: "The message is empty.",
  too_large: "The message is larger than 25 MB.",
  too_deep: "The message has parts within parts more than 20 deep.",
  too_many_parts: "The message has more than 200 parts.",
  too_many_lines: "The message has more than 600,000 lines.",
  headers_too_large: "The headers of the message are larger than 256 KB.",
  not_a_message: "It has no headers, so it is not an e-mail message.",
  too_slow: "The message took too long to read.",
  unreadable: "The message could not be read.",
};

const digestOf = (raw: Buffer): string => `sha256:${createHash("sha256").update(raw).digest("hex")}`;

/** A Message-ID that names a place tells messages apart; without one, only their bytes do. */
const keyOfMail = ({ messageId }: MailMessage, raw: Buffer): string =>
  messageId !== null && /^<[^<>@\s]+@[^<>@\s]+>$/.test(messageId)
    ? (keyFrom(messageId) ?? digestOf(raw))
    : digestOf(raw);

const storedEnvelope = ({ from, to, peer }: MailEnvelope) => ({
  from: from === null ? null : clean(from, 320),
  to: to.slice(0, 100).map((address) => clean(address, 320)),
  peer,
});

/** Keeps it for these endpoints, with its files, inside somebody's transaction. */
export const keepMail = async (
  { tx, touch }: Writing,
  { event, files }: ReadyMail,
  endpointIds: readonly string[],
): Promise<Taken[]> => {
  const taken = await insertEvents(
    tx,
    endpointIds.map((endpointId) => ({ ...event, endpointId })),
  );
  const fresh = taken.filter(({ isNew }) => isNew).map(({ id }) => id);
  // Always in the same order, so that two messages with the same files do not wait for each other.
  const ordered = files.toSorted((a, b) => Buffer.compare(a.sha256, b.sha256));
  await insertFiles(
    tx,
    fresh.flatMap((eventId) => ordered.map((file) => ({ eventId, ...file }))),
  );
  if (fresh.length > 0) touch("events");
  return taken;
};
