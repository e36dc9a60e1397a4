import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import type { MailAuthentication } from "./authentication.ts";
import type { AutomaticMark } from "./automatic.ts";
import type { Bounce } from "./bounce.ts";
import type { Complaint } from "./complaint.ts";

export type MailAddress = { name: string; address: string };

/** A stored message: plain text only. */
export type MailMessage = {
  messageId: string | null;
  from: MailAddress | null;
  to: MailAddress[];
  cc: MailAddress[];
  replyTo: MailAddress | null;
  subject: string;
  /** The Date header. */
  date: string | null;
  inReplyTo: string | null;
  references: string[];
  text: string;
  /** The text without quotations and signature. */
  reply: string;
  attachments: { filename: string | null; contentType: string; size: number; sha256: string }[];
  automatic: AutomaticMark;
  bounce: Bounce | null;
  complaint: Complaint | null;
  authentication: MailAuthentication;
};

export const mailEventTypes = ["email", "email_auto_reply", "email_bounce", "email_complaint"] as const;

export const mailEventType = (mail: MailMessage): (typeof mailEventTypes)[number] => {
  if (mail.complaint) return "email_complaint";
  if (mail.bounce) return "email_bounce";
  return mail.automatic.is ? "email_auto_reply" : "email";
};

/** Bounces and complaints are about people whom we know: their words create none. */
export const isReportOfStranger = (
  event: { eventType: string | null },
  person: { email?: string; phone?: string },
  known: readonly { email: string | null; phone: string | null }[],
): boolean =>
  (event.eventType === "email_bounce" || event.eventType === "email_complaint") &&
  !known.some(
    ({ email, phone }) =>
      (email !== null && email.toLowerCase() === person.email?.toLowerCase()) ||
      (phone !== null && phone === person.phone),
  );

/** Why a message could not be read. */
export type MailRefusal =
  | "empty"
  | "too_large"
  | "too_deep"
  | "too_many_parts"
  | "too_many_lines"
  | "headers_too_large"
  | "not_a_message"
  | "too_slow"
  | "unreadable";

/**
 * The mapping of e-mail endpoints without one of their own. A message belongs to its sender; a report belongs to the
 * recipient it is about, and never creates a person for the reporting server.
 */
export const defaultMailMapping: MappingTemplate = {
  person: {
    email:
      "bounce.is ? bounce.recipient : complaint.is ? complaint.recipient : automatic.why = 'delivery_notice' ? null : from.address",
    fullName: "automatic.why in ['bounce', 'complaint', 'delivery_notice'] ? null : from.name",
  },
  event: { channel: "'email'", subject: "subject", message: "reply", date: "date" },
};
