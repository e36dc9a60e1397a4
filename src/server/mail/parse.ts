import { createHash } from "node:crypto";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { normalizeEmail } from "#domain/email-address.ts";
import { readAuthenticationResults } from "#domain/mail/authentication.ts";
import { detectAutomatic } from "#domain/mail/automatic.ts";
import { parseBounce } from "#domain/mail/bounce.ts";
import { parseComplaint } from "#domain/mail/complaint.ts";
import type { MailHeader } from "#domain/mail/headers.ts";
import { htmlToText } from "#domain/mail/html-text.ts";
import type { MailAddress, MailMessage, MailRefusal } from "#domain/mail/message.ts";
import { extractReply } from "#domain/mail/reply.ts";
import { findMessageId, type ReportSource } from "#domain/mail/report.ts";
import { cleanLine, cleanText } from "./clean-text.ts";
import { flattenMessage } from "./flatten.ts";
import { guessCharsets } from "./guess-charsets.ts";
import { mailLimits } from "./limits.ts";
import { hasTooManyLines, hasTooManyParts } from "./structure-limits.ts";

export type MailFile = { filename: string | null; contentType: string; sha256: Buffer; content: Buffer };
export type ParsedMail =
  | { ok: true; message: MailMessage; files: MailFile[] }
  | { ok: false; reason: MailRefusal };

export type MailParseContext = {
  /** Sender of the SMTP envelope; empty for delivery reports, null when unknown. */
  envelopeFrom: string | null;
  /** Relays whose SPF, DKIM and DMARC results are trusted. */
  trusted: readonly string[];
};

/** Never throws. */
export const parseMail = async (received: Buffer, context: MailParseContext): Promise<ParsedMail> => {
  if (received.length > mailLimits.messageBytes) return { ok: false, reason: "too_large" };
  const raw = guessCharsets(normalizeLineEnds(received));
  if (raw.every((byte) => byte <= 0x20)) return { ok: false, reason: "empty" };
  if (hasTooManyLines(raw, mailLimits.lines)) return { ok: false, reason: "too_many_lines" };
  if (hasTooManyParts(raw, mailLimits.parts)) return { ok: false, reason: "too_many_parts" };
  const parsed = await parseParts(raw);
  const isUnreadable = parsed === "too_deep" || (typeof parsed !== "string" && isEmpty(parsed));
  const flat = isUnreadable ? flattenMessage(raw) : undefined;
  const readable = flat ? await parseParts(flat) : parsed;
  if (typeof readable === "string") return { ok: false, reason: readable };
  if (!readable.headers.some(({ key }) => mailHeaders.has(key)))
    return { ok: false, reason: "not_a_message" };
  return { ok: true, ...toMessage(readable, context) };
};

const parseParts = async (raw: Buffer): Promise<Email | MailRefusal> => {
  try {
    return await PostalMime.parse(raw, {
      maxNestingDepth: mailLimits.nesting,
      maxHeadersSize: mailLimits.headerBytes,
      // An enclosed message is an attachment, never part of the sender's own text.
      forceRfc822Attachments: true,
    });
  } catch (error) {
    return toRefusal(error);
  }
};

/** A multipart message without text and files has no delimiter that can be used. */
const isEmpty = ({ text, html, attachments, headers }: Email): boolean =>
  !text?.trim() &&
  !html &&
  attachments.length === 0 &&
  headers.some(({ key, value }) => key === "content-type" && /^\s*multipart\//i.test(value));

const mailHeaders = new Set(
  "from to cc subject date message-id received return-path sender reply-to content-type mime-version".split(
    " ",
  ),
);

/** Some archives end lines with a carriage return only, or start with the separator line of an mbox file. */
const normalizeLineEnds = (raw: Buffer): Buffer => {
  const lines =
    raw.includes(0x0a) || !raw.includes(0x0d) ? raw : Buffer.from(raw.map((b) => (b === 0x0d ? 0x0a : b)));
  return /^>?From /.test(lines.toString("latin1", 0, 6)) ? lines.subarray(lines.indexOf(0x0a) + 1) : lines;
};

const toRefusal = (error: unknown): MailRefusal => {
  const text = error instanceof Error ? error.message : "";
  if (text.includes("nesting depth")) return "too_deep";
  return text.includes("header size") ? "headers_too_large" : "unreadable";
};

/** Groups are expanded, entries without an address dropped, duplicates removed. */
const toAddresses = (entries: readonly Address[] | undefined): MailAddress[] => {
  const addresses = new Map<string, MailAddress>();
  for (const entry of (entries ?? []).flatMap((mailbox) => mailbox.group ?? [mailbox])) {
    const address = toAddress(entry);
    if (address && !addresses.has(address.address)) addresses.set(address.address, address);
    if (addresses.size >= mailLimits.addresses) break;
  }
  return [...addresses.values()];
};

const toAddress = (entry: Address | undefined): MailAddress | null => {
  const mailbox = entry?.group ? entry.group[0] : entry;
  if (!mailbox) return null;
  const address = normalizeEmail(cleanLine(mailbox.address, mailLimits.addressBytes));
  const name = cleanLine(mailbox.name, mailLimits.nameBytes);
  // Some mail software sends a name without an address.
  return address === "" && name === "" ? null : { name, address };
};

const toMessage = (mail: Email, context: MailParseContext): { message: MailMessage; files: MailFile[] } => {
  const headers: MailHeader[] = mail.headers.map(({ key, value }) => ({
    key,
    value: cleanLine(value, mailLimits.headerValueBytes),
  }));
  const from = toAddress(mail.from) ?? toAddress(mail.sender);
  const to = toAddresses(mail.to);
  const subject = cleanLine(mail.subject, mailLimits.subjectBytes);
  const text = plainText(mail);
  const source: ReportSource = {
    headers,
    from,
    to,
    subject,
    text,
    envelopeFrom: context.envelopeFrom,
    parts: reportParts(mail),
  };
  const complaint = parseComplaint(source);
  const report = complaint ? null : parseBounce(source);
  const bounce = report?.kind === "bounce" ? report.bounce : null;
  const files = mail.attachments.map(toFile);
  const message: MailMessage = {
    messageId: findMessageId(mail.messageId),
    from,
    to,
    cc: toAddresses(mail.cc),
    replyTo: toAddresses(mail.replyTo)[0] ?? null,
    subject,
    date: toIsoDate(mail.date),
    inReplyTo: findMessageId(mail.inReplyTo),
    references: messageIds(mail.references),
    text,
    reply: extractReply(text),
    attachments: files.map(({ filename, contentType, content, sha256 }) => ({
      filename,
      contentType,
      size: content.length,
      sha256: sha256.toString("hex"),
    })),
    automatic: complaint
      ? { is: true, why: "complaint" }
      : bounce
        ? { is: true, why: "bounce" }
        : report?.kind === "notice"
          ? { is: true, why: "delivery_notice" }
          : detectAutomatic(headers, {
              from: from?.address ?? null,
              subject,
              envelopeFrom: context.envelopeFrom,
            }),
    bounce,
    complaint,
    authentication: readAuthenticationResults(headers, context.trusted, from?.address ?? null),
  };
  return { message: storable(message), files };
};

const messageIds = (references = ""): string[] =>
  [...references.slice(0, mailLimits.referencesBytes).matchAll(/<[^<>\s]{1,900}>/g)]
    .map(([id]) => id)
    .slice(-mailLimits.references);

/** Repairs texts that the readers of the domain cut in the middle of a character. */
const storable = (message: MailMessage): MailMessage =>
  JSON.parse(JSON.stringify(message), (_key, value) =>
    typeof value === "string" ? cleanText(value, mailLimits.textBytes) : value,
  ) as MailMessage;

const plainText = (mail: Email): string => {
  // A rough limit first; cleanText counts bytes.
  const textPart = (mail.text ?? "").slice(0, 2 * mailLimits.textBytes);
  const plain = textPart.trim() === "" ? "" : textPart;
  const text = plain || htmlToText((mail.html ?? "").slice(0, mailLimits.htmlBytes)) || xmlText(mail);
  return cleanText(text.replaceAll("\r\n", "\n").trim(), mailLimits.textBytes);
};

/** Portals of car dealers send a lead as a message whose only part is XML. */
const xmlText = ({ attachments }: Email): string => {
  const part = attachments.find(({ mimeType }) =>
    /^(?:text|application)\/(?:[\w.-]+\+)?xml$/i.test(mimeType),
  );
  return part ? toBytes(part.content).toString("utf8", 0, mailLimits.textBytes) : "";
};

const toIsoDate = (date: string | undefined): string | null => {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

const toBytes = (content: Attachment["content"]): Buffer => {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
};

const reportTypes =
  /^(message\/(global-)?delivery-status|message\/feedback-report|message\/(rfc822|global)|text\/rfc822-headers)/;

const reportParts = (mail: Email): ReportSource["parts"] =>
  mail.attachments
    .filter(({ mimeType }) => reportTypes.test(mimeType))
    .slice(0, mailLimits.reportParts)
    .map(({ mimeType, content }) => ({
      type: mimeType,
      text: cleanText(toBytes(content).toString("utf8", 0, mailLimits.reportBytes), mailLimits.reportBytes),
    }));

const toFile = (attachment: Attachment): MailFile => {
  const content = toBytes(attachment.content);
  const type = attachment.mimeType.toLowerCase();
  return {
    // Some senders give a full path.
    filename: cleanLine(attachment.filename?.split(/[\\/]/).at(-1), mailLimits.filenameBytes) || null,
    contentType: /^[a-z0-9.+-]{1,60}\/[a-z0-9.+_-]{1,100}$/.test(type) ? type : "application/octet-stream",
    sha256: createHash("sha256").update(content).digest(),
    content,
  };
};
