import { originalHeaders } from "./bounce.ts";
import { headerBlocks, headerOf } from "./headers.ts";
import { addressesIn, messageIdIn, type ReportSource, reportedAddress } from "./report.ts";

/** Somebody pressed "this is spam" on a message of ours: whoever it was gets no more. */
export type Complaint = {
  is: true;
  /** abuse, fraud, virus, … */
  type: string;
  recipient: string | null;
  originalMessageId: string | null;
};

/** Reports that no reader made: a signature that failed says nothing of what somebody wants. */
const notByReaders = /^(auth-failure|not-spam|dmarc|dkim)/;

/** A feedback report as RFC 5965 has it, or a copy of our message with the mark that Microsoft's readers leave. */
export const readComplaint = (source: ReportSource): Complaint | null => {
  const report = source.parts.find(({ type }) => type === "message/feedback-report");
  const original = originalHeaders(source);
  const marked = reportedAddress(headerOf(original, "x-hmxmroriginalrecipient"));
  if (!report && !marked) return null;
  const fields = headerBlocks(report?.text ?? "").flat();
  const type = (headerOf(fields, "feedback-type") ?? "abuse").trim().toLowerCase().slice(0, 40);
  if (notByReaders.test(type)) return null;
  return {
    is: true,
    type,
    recipient:
      marked ??
      reportedAddress(headerOf(fields, "original-rcpt-to")) ??
      reportedAddress(headerOf(fields, "removal-recipient")) ??
      addressesIn(headerOf(original, "to") ?? "")[0] ??
      null,
    originalMessageId: messageIdIn(headerOf(original, "message-id")),
  };
};
