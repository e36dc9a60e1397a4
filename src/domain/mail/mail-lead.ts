import { guessMapping } from "#domain/ingestion/guess-mapping.ts";
import type { MappingTemplate } from "#domain/ingestion/mapping.ts";
import { emailConfidence } from "#domain/ingestion/value-shapes.ts";

/** What is known of a message before it is mapped; a payload may lack any of it. */
type PortalMail = { from?: unknown; replyTo?: unknown; text?: unknown; subject?: unknown; date?: unknown };

export type MailLead = { template: MappingTemplate; payload: Record<string, unknown> };

const maxLines = 300;
const maxFields = 60;
const labelledLine = /^[\s>*•·-]*([\p{L}][\p{L}\p{M}\d ._'’/()¿?#-]{0,50}?)\s*[:=]\s*(.*)$/u;

const addressOf = (value: unknown): string | undefined => {
  const address =
    value !== null && typeof value === "object" ? (value as { address?: unknown }).address : value;
  return typeof address === "string" ? address : undefined;
};

/** The labelled lines of a text, `Phone: 787-555-0123`; the value may stand on the line after its label. */
const readLabelledLines = (text: string): Record<string, string> => {
  const fields = new Map<string, string>();
  let pending: string | undefined;
  for (const line of text.split(/\r?\n/).slice(0, maxLines)) {
    const [, label, value] = labelledLine.exec(line) ?? [];
    const trimmed = (value ?? line).trim();
    const name = label ?? pending;
    if (name !== undefined && trimmed !== "" && !/^\/\//.test(trimmed) && !fields.has(name))
      fields.set(name, trimmed);
    pending = label !== undefined && trimmed === "" ? label : trimmed === "" ? pending : undefined;
    if (fields.size >= maxFields) break;
  }
  return Object.fromEntries(fields);
};

/**
 * The lead that a portal reports by mail. The mail of an automated sender (`noreply@`) is not from the lead: the
 * person is in the labelled lines of its body, else in Reply-To. Undefined for mail that a person wrote.
 */
export const readMailLead = ({ from, replyTo, text, subject, date }: PortalMail): MailLead | undefined => {
  const sender = addressOf(from);
  if (sender === undefined || emailConfidence(sender) >= 0) return undefined;
  const lead = readLabelledLines(typeof text === "string" ? text : "");
  const answerTo = addressOf(replyTo);
  const payload = { lead, subject, date, text, replyTo: answerTo };
  const { person, event } = guessMapping({ lead });
  const isInBody = person.email !== undefined || person.phone !== undefined;
  const byReplyTo: MappingTemplate["person"] = emailConfidence(answerTo) > 0 ? { email: "replyTo" } : {};
  return {
    template: {
      person: isInBody ? person : byReplyTo,
      event: { subject: "subject", message: event.message ?? "text", date: "date" },
    },
    payload,
  };
};
