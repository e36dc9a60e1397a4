import * as z from "zod";
import { broadcastPurposes } from "#domain/broadcasts/broadcast.ts";
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
  /** The rule whose AI step drafted it; absent where a program asks. */
  rule: z.object({ id: z.uuid(), name: z.string() }).optional(),
});

const knowledge = z.object({
  question: z.string(),
  answer: z.string(),
  language: z.enum(languages).nullable(),
});

/** Whose word a proposal is: a program's, or that of a visitor or a mail without proof. */
const proposer = z.enum(["program", "form", "mail"]);

/** A change of a person. */
const change = z.object({
  proposer,
  /** New values by column, and what they replace. */
  set: z.record(z.string(), z.string()),
  before: z.record(z.string(), z.string().nullable()),
  addedTags: z.array(z.string()),
  /** Custom fields that have no value yet. */
  fields: z.record(z.string(), z.unknown()),
  /** The event that brought it. */
  eventId: z.uuid().nullable(),
});

/** An opt-out of an address that its holder may not have asked for. */
const optOut = z.object({
  proposer,
  address: z.string(),
  subject: z.enum(["complaint", "opt_out"]),
  words: z.string(),
  eventId: z.uuid().nullable(),
});

export const askedBroadcastVerbs = ["start", "pause", "resume", "cancel"] as const;

/** A broadcast that is to be started, paused, resumed or ended. */
const broadcast = z.object({
  verb: z.enum(askedBroadcastVerbs),
  /** A user asks for the start above the number of people from which it needs a second one. */
  askedBy: z.enum(["user", "program"]),
  id: z.uuid(),
  name: z.string(),
  purpose: z.enum(broadcastPurposes),
  /** Who would get it, as its check counted; null before a check. */
  people: z.int().nullable(),
  firstWords: z.string(),
  /** The version that was asked for; another one is not started. */
  version: z.string(),
});

/** A rule that is to be started for people, or runs of sequences that are to be stopped. */
const runs = z.object({
  verb: z.enum(["start", "stop"]),
  rule: z.object({ id: z.uuid(), name: z.string(), version: z.int() }).nullable(),
  /** Of people, or of runs. */
  ids: z.array(z.uuid()),
  firstWords: z.string(),
});

export const approvalContent = z.union([
  z.object({ message }),
  z.object({ knowledge }),
  z.object({ change }),
  z.object({ optOut }),
  z.object({ broadcast }),
  z.object({ runs }),
]);
export type ApprovalContent = z.infer<typeof approvalContent>;
export type ApprovalMessage = z.infer<typeof message>;
export type ProposedChange = z.infer<typeof change>;
export type AskedBroadcast = z.infer<typeof broadcast>;
export type AskedRuns = z.infer<typeof runs>;
export type ProposedOptOut = z.infer<typeof optOut>;

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
  "person_changed",
  "no_script",
  "call_planned",
  "asker_refused",
  "broadcast_changed",
  "broadcast_check_old",
  "broadcast_templates_changed",
  "broadcast_nobody",
  "broadcast_number_differs",
  "broadcast_state",
  "rule_changed",
  "rule_off",
  "runs_over",
] as const;
export type ApprovalFailure = (typeof approvalFailures)[number];
