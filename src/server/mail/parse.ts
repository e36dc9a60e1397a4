import { createHash } from "node:crypto";
import PostalMime, { type Attachment, type Email } from "postal-mime";
import { readAuthenticationResults } from "#domain/mail/authentication.ts";
import { detectAutomatic } from "#domain/mail/automatic.ts";
import { parseBounce } from "#domain/mail/bounce.ts";
import { parseComplaint } from "#domain/mail/complaint.ts";
import type { MailHeader } from "#domain/mail/headers.ts";
import { htmlToText } from "#domain/mail/html-text.ts";
import type { MailMessage, MailRefusal } from "#domain/mail/message.ts";
import { extractReply } from "#domain/mail/reply.ts";
import { findMessageId, type ReportSource } from "#domain/mail/report.ts";
import { addressesOf, addressOf } from "./addresses.ts";
import { clean, cleanLine } from "./clean.ts";
import { mailLimits } from "./limits.ts";
import { hasTooManyLines, hasTooManyParts } from "./parts.ts";

export type MailFile = { filename: string | null; contentType: string; sha256: Buffer; content: Buffer };
export type ParsedMail =
  | { ok: true; message: MailMessage; files: MailFile[] }
  | { ok: false; reason: MailRefusal };

export type MailContext = {
  /** Who the sending server named; empty for reports, null when nobody told. */
  envelopeFrom: string | null;
  /** Relays whose word on SPF, DKIM and DMARC is taken. */
  trusted: readonly string[];
};

/** A message in our words, or the reason why not. Never throws. */
export const parseMail = async (given: Buffer, context: MailContext): Promise<ParsedMail> => {
  if (given.length > mailLimits.messageBytes) return { ok: false, reason: "too_large" };
  const raw = withLineFeeds(given);
  if (raw.every((byte) => byte <= 0x20)) return { ok: false, reason: "empty" };
  if (hasTooManyLines(raw, mailLimits.lines)) return { ok: false, reason: "too_many_lines" };
  if (hasTooManyParts(raw, mailLimits.parts)) return { ok: false, reason: "too_many_parts" };
  try {
    const mail = await PostalMime.parse(raw, {
      maxNestingDepth: mailLimits.nesting,
      maxHeadersSize: mailLimits.headerBytes,
      // An enclosed message is a file, never a part of what its sender wrote.
      forceRfc822Attachments: true,
    });
    if (!mail.headers.some(({ key }) => mailHeaders.has(key))) return { ok: false, reason: "not_a_message" };
    return { ok: true, ...inOurWords(mail, context) };
  } catch (error) {
    return { ok: false, reason: refusalOf(error) };
  }
};

const mailHeaders = new Set(
  "from to cc subject date message-id received return-path sender reply-to content-type mime-version".split(
    " ",
  ),
);

/** Some archives end their lines with a carriage return alone, or begin with the mark of a mailbox file. */
const withLineFeeds = (raw: Buffer): Buffer => {
  const lines =
    raw.includes(0x0a) || !raw.includes(0x0d) ? raw : Buffer.from(raw.map((b) => (b === 0x0d ? 0x0a : b)));
  return /^>?From /.test(lines.toString("latin1", 0, 6)) ? lines.subarray(lines.indexOf(0x0a) + 1) : lines;
};

const refusalOf = (error: unknown): MailRefusal => {
  const words = error instanceof Error ? error.message : "";
  if (words.includes("nesting depth")) return "too_deep";
  return words.includes("header size") ? "headers_too_large" : "unreadable";
};

const inOurWords = (mail: Email, context: MailContext): { message: MailMessage; files: MailFile[] } => {
  const headers: MailHeader[] = mail.headers.map(({ key, value }) => ({
    key,
    value: cleanLine(value, 20_000),
  }));
  const from = addressOf(mail.from) ?? addressOf(mail.sender);
  const to = addressesOf(mail.to);
  const subject = cleanLine(mail.subject, 1000);
  const text = textOf(mail);
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
  const files = mail.attachments.map(fileOf);
  const message: MailMessage = {
    messageId: findMessageId(mail.messageId),
    from,
    to,
    cc: addressesOf(mail.cc),
    replyTo: addressesOf(mail.replyTo)[0] ?? null,
    subject,
    date: dateOf(mail.date),
    inReplyTo: findMessageId(mail.inReplyTo),
    references: [...(mail.references ?? "").slice(0, 50_000).matchAll(/<[^<>\s]{1,900}>/g)]
      .map(([id]) => id)
      .slice(-mailLimits.references),
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
    authentication: readAuthenticationResults(headers, context.trusted),
  };
  return { message: storable(message), files };
};

/** Whatever a pure reader cut in the middle of a letter is mended here, once for all. */
const storable = (message: MailMessage): MailMessage =>
  JSON.parse(JSON.stringify(message), (_key, value) =>
    typeof value === "string" ? clean(value, mailLimits.textBytes) : value,
  ) as MailMessage;

const textOf = (mail: Email): string => {
  // Bytes are counted later; no letter takes less than one.
  const given = (mail.text ?? "").slice(0, 2 * mailLimits.textBytes);
  const plain = given.trim() === "" ? "" : given;
  const text = plain || htmlToText((mail.html ?? "").slice(0, mailLimits.htmlBytes));
  return clean(text.replaceAll("\r\n", "\n").trim(), mailLimits.textBytes);
};

const dateOf = (date: string | undefined): string | null => {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

const bytesOf = (content: Attachment["content"]): Buffer => {
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
    .slice(0, 10)
    .map(({ mimeType, content }) => ({
      type: mimeType,
      text: clean(bytesOf(content).toString("utf8", 0, mailLimits.reportBytes), mailLimits.reportBytes),
    }));

const fileOf = (attachment: Attachment): MailFile => {
  const content = bytesOf(attachment.content);
  const type = attachment.mimeType.toLowerCase();
  return {
    // Only the last part: some senders give the whole path on their disk.
    filename: cleanLine(attachment.filename?.split(/[\\/]/).at(-1), 255) || null,
    contentType: /^[a-z0-9.+-]{1,60}\/[a-z0-9.+_-]{1,100}$/.test(type) ? type : "application/octet-stream",
    sha256: createHash("sha256").update(content).digest(),
    content,
  };
};
