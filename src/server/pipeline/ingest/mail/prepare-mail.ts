import { createHash } from "node:crypto";
import { referencedActionId } from "#domain/mail/classify-mail.ts";
import { type MailMessage, type MailRefusal, mailEventType } from "#domain/mail/message.ts";
import { cleanText } from "#server/mail/clean-text.ts";
import type { MailEnvelope } from "#server/mail/incoming-mail.ts";
import type { MailFile } from "#server/mail/parse.ts";
import { parseMailOffThread } from "#server/mail/parse-off-thread.ts";
import { toDeduplicationKey } from "#server/pipeline/ingest/deduplication.ts";
import {
  type EventDraft,
  insertEvents,
  insertFiles,
  newEventFrom,
  type StoredEvent,
} from "#server/store/ingestion/events.ts";
import type { WriteContext } from "#server/store/write.ts";

/** A message that is parsed and can be stored, for any endpoint. */
export type PreparedMail = {
  event: EventDraft & { payload: Record<string, unknown> };
  files: MailFile[];
  /** Absent when the message could not be parsed. */
  message?: MailMessage;
  /** All recipients, of the envelope and the headers. */
  recipients: string[];
  /** The action whose Message-ID it refers to. */
  answeredActionId: string | undefined;
};

const maxUnreadableBytes = 64 * 1024;

/** Parses a message; one that cannot be parsed becomes a dead letter for an operator to look at. */
export const prepareMail = async (
  raw: Buffer,
  envelope: MailEnvelope,
  trustedRelays: readonly string[],
): Promise<PreparedMail> => {
  const parsed = await parseMailOffThread(raw, { envelopeFrom: envelope.from, trusted: trustedRelays });
  if (!parsed.ok) return prepareUnreadable(raw, envelope, parsed.reason);
  const { message, files } = parsed;
  return {
    event: {
      eventType: mailEventType(message),
      deduplicationKey: mailKey(message, raw),
      payload: { ...message, envelope: storedEnvelope(envelope) },
    },
    files,
    message,
    recipients: [...envelope.to, ...[...message.to, ...message.cc].map(({ address }) => address)],
    answeredActionId: referencedActionId(message),
  };
};

export const prepareUnreadable = (
  raw: Buffer,
  envelope: MailEnvelope,
  reason: MailRefusal,
): PreparedMail => ({
  event: {
    eventType: "email",
    deduplicationKey: contentKey(raw),
    payload: {
      raw: cleanText(raw.toString("utf8", 0, maxUnreadableBytes), maxUnreadableBytes),
      envelope: storedEnvelope(envelope),
    },
    status: "dead",
    problems: [{ code: "failed", detail: refusalSentences[reason] }],
  },
  files: [],
  recipients: [],
  answeredActionId: undefined,
});

const refusalSentences: Record<MailRefusal, string> = {
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

const contentKey = (raw: Buffer): string => `sha256:${createHash("sha256").update(raw).digest("hex")}`;

/**
 * A well-formed Message-ID with what the person reads identifies a message: some programs use an ID again, and headers
 * differ by the route. Without an ID, the bytes do.
 */
const mailKey = (message: MailMessage, raw: Buffer): string => {
  const { messageId, from, subject, text, attachments } = message;
  if (messageId === null || !/^<[^<>@\s]+@[^<>@\s]+>$/.test(messageId)) return contentKey(raw);
  const content = [from?.address, subject, text, ...attachments.map(({ sha256 }) => sha256)];
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
  return toDeduplicationKey(`${messageId} ${digest}`) ?? contentKey(raw);
};

const maxAddressLength = 320;
const maxStoredRecipients = 100;

const storedEnvelope = ({ from, to, peer }: MailEnvelope) => ({
  from: from === null ? null : cleanText(from, maxAddressLength),
  to: to.slice(0, maxStoredRecipients).map((address) => cleanText(address, maxAddressLength)),
  peer,
});

/** Stores the message with its files for each of the endpoints. */
export const storeMail = async (
  { tx, touch }: WriteContext,
  { event, files }: PreparedMail,
  endpointIds: readonly string[],
): Promise<StoredEvent[]> => {
  const stored = await insertEvents(
    tx,
    endpointIds.map((endpointId) => newEventFrom(endpointId, event)),
  );
  const newIds = stored.filter(({ isNew }) => isNew).map(({ id }) => id);
  // In one order everywhere, so that two messages with the same files cannot deadlock.
  const sorted = files.toSorted((a, b) => Buffer.compare(a.sha256, b.sha256));
  await insertFiles(
    tx,
    newIds.flatMap((eventId) => sorted.map((file) => ({ eventId, ...file }))),
  );
  if (newIds.length > 0) touch("events");
  return stored;
};
