import type { MappingTemplate } from "#domain/ingestion/mapping.ts";

/**
 * How a message is read when its endpoint says nothing else: it is its sender's; but a report is about whoever was
 * written to, and never makes a person of the machine that sent it.
 */
export const defaultMailMapping: MappingTemplate = {
  person: {
    email:
      "bounce.is ? bounce.recipient : complaint.is ? complaint.recipient : automatic.why = 'delivery_notice' ? null : from.address",
    fullName: "automatic.why in ['bounce', 'complaint', 'delivery_notice'] ? null : from.name",
  },
  event: { subject: "subject", message: "reply", date: "date" },
};
