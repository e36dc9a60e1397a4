import { originalHeaders } from "./bounce.ts";
import { headerValue, parseHeaderBlocks } from "./headers.ts";
import { findAddresses, findMessageId, parseReportedAddress, type ReportSource } from "./report.ts";

/** Somebody pressed "this is spam" on a message of ours: whoever it was gets no more. */
export type Complaint = {
  is: true;
  /** abuse, fraud, virus, … */
  type: string;
  recipient: string | null;
  originalMessageId: string | null;
};

/** Reports that no reader made: a signature that failed says nothing of what somebody wants. */
const automatedTypes = /^(auth-failure|not-spam|dmarc|dkim)/;

/** A feedback report as RFC 5965 has it, or a copy of our message with the mark that Microsoft's readers leave. */
export const parseComplaint = (source: ReportSource): Complaint | null => {
  const report = source.parts.find(({ type }) => type === "message/feedback-report");
  const original = originalHeaders(source);
  const marked = parseReportedAddress(headerValue(original, "x-hmxmroriginalrecipient"));
  if (!report && !marked) return null;
  const fields = parseHeaderBlocks(report?.text ?? "").flat();
  const type = (headerValue(fields, "feedback-type") ?? "abuse").trim().toLowerCase().slice(0, 40);
  if (automatedTypes.test(type)) return null;
  return {
    is: true,
    type,
    recipient:
      marked ??
      parseReportedAddress(headerValue(fields, "original-rcpt-to")) ??
      parseReportedAddress(headerValue(fields, "removal-recipient")) ??
      findAddresses(headerValue(original, "to") ?? "")[0] ??
      null,
    originalMessageId: findMessageId(headerValue(original, "message-id")),
  };
};
