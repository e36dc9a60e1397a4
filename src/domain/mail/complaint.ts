import { originalHeaders } from "./bounce.ts";
import { headerValue, parseHeaderBlocks } from "./headers.ts";
import { findAddresses, findMessageId, parseReportedAddress, type ReportSource } from "./report.ts";

/** A recipient marked a message of ours as spam, so they get no more. */
export type Complaint = {
  is: true;
  /** abuse, fraud, virus, … */
  type: string;
  recipient: string | null;
  originalMessageId: string | null;
};

/** Report types that mail servers generate; they say nothing about the recipient's wishes. */
const automatedTypes = /^(auth-failure|not-spam|dmarc|dkim)/;

/** Parses an RFC 5965 feedback report, or a copy of our message marked by Microsoft's junk reporting. */
export const parseComplaint = (source: ReportSource): Complaint | null => {
  const report = source.parts.find(({ type }) => type === "message/feedback-report");
  const original = originalHeaders(source);
  const markedRecipient = parseReportedAddress(headerValue(original, "x-hmxmroriginalrecipient"));
  if (!report && !markedRecipient) return null;
  const fields = parseHeaderBlocks(report?.text ?? "").flat();
  const type = (headerValue(fields, "feedback-type") ?? "abuse").trim().toLowerCase().slice(0, 40);
  if (automatedTypes.test(type)) return null;
  return {
    is: true,
    type,
    recipient:
      markedRecipient ??
      parseReportedAddress(headerValue(fields, "original-rcpt-to")) ??
      parseReportedAddress(headerValue(fields, "removal-recipient")) ??
      findAddresses(headerValue(original, "to") ?? "")[0] ??
      null,
    originalMessageId: findMessageId(headerValue(original, "message-id")),
  };
};
