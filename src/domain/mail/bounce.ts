import { cutText } from "#domain/storable-text.ts";
import { parseTextBounce, statusFromPhrases } from "./bounce-text.ts";
import { type BounceClass, classifyBounce } from "./classify-bounce.ts";
import { headerValue, headerValues, type MailHeader, parseHeaderBlocks } from "./headers.ts";
import { findAddresses, findMessageId, parseReportedAddress, type ReportSource } from "./report.ts";

export type BouncedRecipient = {
  recipient: string | null;
  status: string | null;
  action: "failed" | "delayed";
  diagnostic: string | null;
  class: BounceClass;
  /** True where further messages to the address are pointless. */
  suppress: boolean;
};
export type Bounce = BouncedRecipient & {
  is: true;
  /** Message-ID of the undelivered message. */
  originalMessageId: string | null;
  /** The other failed recipients of the same message. */
  others: BouncedRecipient[];
};

const maxOtherRecipients = 50;
const maxDiagnosticLength = 1000;

const toBouncedRecipient = (facts: {
  recipient: string | null;
  status: string | null;
  action: "failed" | "delayed";
  diagnostic: string | null;
}): BouncedRecipient => ({
  ...facts,
  diagnostic: cutText(facts.diagnostic ?? "", maxDiagnosticLength) || null,
  ...classifyBounce(facts),
});

const statusPattern = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;

/** The enhanced status code. A generic one such as 5.0.0 is refined by the diagnostic text. */
export const resolveStatus = (reported: string | undefined, diagnostic: string | null): string | null => {
  const status = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(reported ?? "")?.[1] ?? null;
  if (status !== null && !/^[45]\.0\.0$/.test(status)) return status;
  const inDiagnostic = statusPattern.exec(diagnostic ?? "")?.[1];
  if (inDiagnostic && !/^[45]\.0\.0$/.test(inDiagnostic)) return inDiagnostic;
  const inferred = statusFromPhrases(diagnostic ?? "");
  return inferred?.[0] === (status ?? "5")[0] ? inferred : (status ?? inDiagnostic ?? null);
};

type ParsedReport = { kind: "bounce"; bounce: Bounce } | { kind: "notice" };

/** Parses an RFC 3464 delivery report or a plain-text bounce; null when the message is neither. */
export const parseBounce = (source: ReportSource): ParsedReport | null => {
  const statusText = source.parts
    .filter(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
    .map(({ text }) => text)
    .join("\n\n");
  // Some servers put the report fields into the text.
  const inText =
    /^[ \t]{0,20}final-recipient[ \t]{0,5}:/im.test(source.text) && isReportLike(source) ? source.text : "";
  const blocks = recipientBlocks(statusText || inText);
  const recipients = blocks.flatMap((block) => parseRecipient(block) ?? []);
  const [first, ...others] = recipients.toSorted(
    (a, b) => Number(b.action === "failed") - Number(a.action === "failed"),
  );
  if (first) {
    // A report without a code often has one in its text.
    const completed = first.status === null ? { ...first, ...parseTextBounce(source, true) } : first;
    const bounced = toBouncedRecipient({ ...completed, recipient: first.recipient ?? completed.recipient });
    return { kind: "bounce", bounce: buildBounce(source, bounced, others.slice(0, maxOtherRecipients)) };
  }
  if (blocks.length > 0) return { kind: "notice" };
  const textBounce = parseTextBounce(source, statusText !== "" || isReportLike(source));
  return textBounce
    ? { kind: "bounce", bounce: buildBounce(source, toBouncedRecipient(textBounce), []) }
    : null;
};

const isReportLike = ({ headers }: ReportSource): boolean =>
  /^\s*multipart\/report\b(?!.*feedback-report)(?!.*disposition-notification)/is.test(
    headerValue(headers, "content-type") ?? "",
  ) || /^(mailer-daemon|postmaster)/i.test(headerValue(headers, "from")?.replace(/^.*</, "") ?? "");

const recipientBlocks = (text: string): MailHeader[][] =>
  parseHeaderBlocks(text).filter((block) =>
    block.some(({ key }) => key === "final-recipient" || key === "original-recipient"),
  );

const parseRecipient = (block: MailHeader[]): BouncedRecipient | null => {
  const action = headerValue(block, "action")?.trim().toLowerCase() ?? "failed";
  if (/^(delivered|relayed|expanded|deliverable)/.test(action)) return null;
  const diagnostic = headerValues(block, "diagnostic-code").join(" ").trim() || null;
  return toBouncedRecipient({
    // The address we sent to, before any forwarding.
    recipient:
      parseReportedAddress(headerValue(block, "original-recipient")) ??
      parseReportedAddress(headerValue(block, "final-recipient")),
    status: resolveStatus(headerValue(block, "status"), diagnostic),
    action: action.startsWith("delay") ? "delayed" : "failed",
    diagnostic: diagnostic?.replace(/^[\w-]{1,20};\s*/, "") ?? null,
  });
};

const buildBounce = (source: ReportSource, bounced: BouncedRecipient, others: BouncedRecipient[]): Bounce => {
  const original = originalHeaders(source);
  return {
    is: true,
    ...bounced,
    recipient: bounced.recipient ?? findAddresses(headerValue(original, "to") ?? "")[0] ?? null,
    originalMessageId:
      findMessageId(headerValue(original, "message-id")) ??
      findMessageId(/^[> ]*message-id:\s*(<[^<>\s]+>)/im.exec(source.text)?.[1]) ??
      findMessageId(headerValue(source.headers, "in-reply-to")) ??
      findMessageId(headerValue(source.headers, "references")),
    others,
  };
};

/** Headers of the message that the report is about. */
export const originalHeaders = ({ parts }: ReportSource): MailHeader[] =>
  parseHeaderBlocks(
    parts.find(({ type }) => /^(message\/(rfc822|global)|text\/rfc822-headers)/.test(type))?.text ?? "",
  )[0] ?? [];
