import * as z from "zod";
import { channels } from "#domain/channels/channel.ts";
import { consentPurposes } from "#domain/compliance/consent.ts";
import { languages } from "#domain/language.ts";

/** A message or call exactly as it would leave, with what it is made from. */
const message = z.object({
  channel: z.enum(channels),
  template: z.string().nullable(),
  /** Free text as it was given; null for a template. */
  text: z.string().nullable(),
  subject: z.string().nullable(),
  scriptId: z.uuid().nullable(),
  /** The name of the script of a call. */
  scriptName: z.string().nullable(),
  purpose: z.enum(consentPurposes),
  /** The address that it would reach. */
  to: z.string().nullable(),
  /** The text that the operator sees and approves; null where it cannot be composed. */
  rendered: z.object({ subject: z.string().nullable(), text: z.string() }).nullable(),
  /** The approved draft that it was made from. */
  draftId: z.uuid().nullable(),
});

const knowledge = z.object({
  question: z.string(),
  answer: z.string(),
  language: z.enum(languages).nullable(),
});

export const approvalContent = z.union([z.object({ message }), z.object({ knowledge })]);
export type ApprovalContent = z.infer<typeof approvalContent>;
export type ApprovalMessage = z.infer<typeof message>;

export const approvalGate = z.object({
  ruling: z.enum(["send", "wait", "stop"]),
  until: z.string().nullable(),
  reasons: z.array(z.looseObject({ code: z.string() })),
});
export type ApprovalGate = z.infer<typeof approvalGate>;

/** Why an approved request was not executed. */
export const approvalFailures = [
  "gate_stopped",
  "token_refused",
  "text_changed",
  "address_changed",
  "person_gone",
  "no_script",
  "call_planned",
] as const;
export type ApprovalFailure = (typeof approvalFailures)[number];
