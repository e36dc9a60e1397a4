import type { ReasonTone } from "#domain/coded-reason.ts";

/** Why a template, or the message made of it, cannot be sent. */
export const composeReasonTones = {
  template_missing: "stop",
  template_blank: "stop",
  variable_missing: "stop",
  unknown_variable: "stop",
  broken_variable: "stop",
  broken_short_link: "stop",
  message_too_long: "stop",
} as const satisfies Record<string, ReasonTone>;

/** What became of a message after the gate. */
export const deliveryReasonTones = {
  vendor_refused: "stop",
  vendor_later: "wait",
  vendor_unknown: "wait",
  mail_bounced: "stop",
  waits_its_turn: "wait",
  not_configured: "stop",
  files_not_taken: "stop",
  address_bad: "stop",
  address_gone: "stop",
  text_not_approved: "stop",
  cancelled_by_person: "stop",
  person_merged: "stop",
  import_undone: "stop",
  settled_by_person: "note",
} as const satisfies Record<string, ReasonTone>;
export type DeliveryReasonCode = keyof typeof deliveryReasonTones;
