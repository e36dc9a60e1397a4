import { foldSpeech } from "#domain/agent/plain-speech.ts";
import { applyPolicies, type PolicyName } from "#domain/agent/policies.ts";
import { type AutoReplyMode, sendableIntents } from "#domain/conversations/auto-reply.ts";
import type { Language } from "#domain/language.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { SafetyFinding } from "#domain/safety/assess-safety.ts";
import type { SafetyKind } from "#domain/safety/safety-kind.ts";
import { isMachineSender, soundsAutomatic } from "./machine-sender.ts";

/** Why nothing, or only a draft, was made of an inbound message. */
export const autoReplyReasons = [
  "mode",
  "automatic_sender",
  "own_address",
  "muted",
  "under_review",
  "taken_over",
  "handed_over",
  "being_written",
  "unknown_sender",
  "newer_item",
  "answered_before",
  "daily_limit",
  "too_fast",
  "repeated_text",
  "opt_out",
  "intent",
  "uncertain",
  "readings_differ",
  "sensitive",
  "safety",
  "policy",
  "files",
  "no_suggestion",
  "check_failed",
] as const;
export type AutoReplyReason = (typeof autoReplyReasons)[number];

export type AutoReplyCase = {
  now: number;
  mode: AutoReplyMode;
  text: string;
  from: string | null;
  /** Addresses of the business, in lower case or as E.164. */
  ownAddresses: readonly string[];
  isAutomatic: boolean;
  hasFiles: boolean;
  reading: MessageReading;
  safety: SafetyFinding | null;
  /** Of a model, where one has read the message. */
  refinedIntent: ReadIntent | null;
  language: Language;
  thread: {
    takenUntil: number | null;
    muted: boolean;
    underReview: boolean;
    /** A task says that a human has to go on. */
    isHandedOver: boolean;
    /** A colleague has begun to write. */
    isBeingWritten: boolean;
    /** Something came after the message. */
    hasNewerItem: boolean;
  };
  /** An e-mail of a stranger: nothing was written before it in either direction. */
  isUnknownSender: boolean;
  sent: {
    /** Automatic answers to this message. */
    toThis: number;
    inDay: number;
    /** Since a human of the business last wrote. */
    sinceHuman: number;
    /** Messages of the person that came within seconds of an automatic answer. */
    fastInbound: number;
    /** Texts of the last automatic answers. */
    texts: readonly string[];
  };
};

export const autoReplyLimits = { perThreadAndDay: 3, withoutProgress: 2, fastInbound: 2, fastMs: 3_000 };
/** Of the local reader, whose confidence is calibrated. */
export const minConfidence = 0.6;

/** Words of matters that only humans answer: threats of law, money back, bargaining. */
const sensitive =
  /\b(?:lawyers?|attorneys?|sue|suing|lawsuit|legal action|court|fraud|scam|police|daco|bbb|refund|chargeback|money back|abogad[oa]s?|demand(?:a|ar|are)|tribunal|corte|fraude|estafa|policia|reembolso|devolucion|devuelvan|discounts?|cheaper|better price|lower (?:the )?price|price match|negotiat\w+|best price|descuentos?|mas barato|rebaj\w+|mejor precio|bajar(?:me|le)? el precio|regate\w+)\b/;

/** Intents after which the conversation has moved on. */
const progress: readonly ReadIntent[] = [
  "interested",
  "schedule",
  "ready_to_buy",
  "callback_later",
  "acknowledgement",
];

const optOutPolicies: readonly PolicyName[] = ["opt_out", "possible_opt_out"];
const harmlessPolicies: readonly PolicyName[] = [
  "goodbye",
  "robot_question",
  "recording_question",
  "switch_language",
  "hold_on",
];

/** Kinds that a fixed line answers as well as a person would. */
const answeredSafely: readonly SafetyKind[] = ["ai_question", "recording"];

const policyOf = ({ text, language, reading, safety }: AutoReplyCase): PolicyName | null =>
  applyPolicies({
    text,
    digit: null,
    language,
    languageBefore: language,
    business: null,
    reading,
    safety,
    isStaffed: false,
    hasTargets: false,
    abuseCount: 0,
    isRecording: false,
    purpose: "",
    isInbound: true,
    handoffTrigger: null,
  })?.policy ?? null;

/** "PERSONA", as the end of every automatic answer offers. */
const personWord =
  /^(?:una |a |la )?(?:person|persona|human|humano|agente?|representante|representative)(?: por favor| please)?$/;

const wantsHuman = (o: AutoReplyCase, policy: PolicyName | null): boolean =>
  policy === "wants_person" ||
  o.reading.intent === "wants_human" ||
  o.reading.also.includes("wants_human") ||
  personWord.test(foldSpeech(o.text).replaceAll("?", "").trim());

export type AutoReplyDecision =
  | { kind: "none"; reason: AutoReplyReason }
  | { kind: "hand_over"; reason: "asked" | "no_progress" }
  | { kind: "suggest"; maySend: boolean; reason: AutoReplyReason | null };

type Rule = (o: AutoReplyCase, policy: PolicyName | null) => boolean;

/** A machine is never answered, and neither is a person who has a human. */
const silent: readonly [AutoReplyReason, Rule][] = [
  [
    "automatic_sender",
    (o) => o.isAutomatic || o.reading.intent === "automatic_reply" || isMachineSender(o.from),
  ],
  ["automatic_sender", (o) => soundsAutomatic(o.text)],
  ["own_address", (o) => o.from !== null && o.ownAddresses.includes(o.from.toLowerCase())],
  ["muted", (o) => o.thread.muted],
  ["under_review", (o) => o.thread.underReview],
  [
    "opt_out",
    (o, policy) =>
      o.reading.optOut !== "no" ||
      o.reading.intent === "opt_out" ||
      (policy !== null && optOutPolicies.includes(policy)),
  ],
  ["newer_item", (o) => o.thread.hasNewerItem],
];

const onlyDraft: readonly [AutoReplyReason, Rule][] = [
  ["mode", (o) => o.mode !== "send"],
  ["taken_over", (o) => o.thread.takenUntil !== null && o.thread.takenUntil > o.now],
  ["handed_over", (o) => o.thread.isHandedOver],
  ["being_written", (o) => o.thread.isBeingWritten],
  ["unknown_sender", (o) => o.isUnknownSender],
  ["answered_before", (o) => o.sent.toThis > 0],
  ["daily_limit", (o) => o.sent.inDay >= autoReplyLimits.perThreadAndDay],
  ["too_fast", (o) => o.sent.fastInbound >= autoReplyLimits.fastInbound],
  ["files", (o) => o.hasFiles],
  ["intent", (o) => !sendableIntents.some((intent) => intent === o.reading.intent)],
  ["uncertain", (o) => o.reading.confidence < minConfidence],
  ["readings_differ", (o) => o.refinedIntent !== null && o.refinedIntent !== o.reading.intent],
  [
    "sensitive",
    (o) =>
      o.reading.sentiment < 0 ||
      o.reading.also.includes("complaint") ||
      o.reading.also.includes("cancel_service") ||
      sensitive.test(foldSpeech(o.text)),
  ],
  ["safety", (o) => o.safety !== null && !answeredSafely.includes(o.safety.kind)],
  ["policy", (_, policy) => policy !== null && !harmlessPolicies.includes(policy)],
];

/** What is done with an inbound message, before an answer is made. */
export const decideAutoReply = (o: AutoReplyCase): AutoReplyDecision => {
  const policy = policyOf(o);
  for (const [reason, holds] of silent) if (holds(o, policy)) return { kind: "none", reason };
  const isAlone = !o.thread.isHandedOver && !(o.thread.takenUntil !== null && o.thread.takenUntil > o.now);
  if (isAlone && wantsHuman(o, policy)) return { kind: "hand_over", reason: "asked" };
  const isStuck =
    o.sent.sinceHuman >= autoReplyLimits.withoutProgress && !progress.includes(o.reading.intent);
  if (isAlone && isStuck) return { kind: "hand_over", reason: "no_progress" };
  if (o.mode === "off") return { kind: "none", reason: "mode" };
  const found = onlyDraft.find(([, holds]) => holds(o, policy));
  return { kind: "suggest", maySend: found === undefined, reason: found?.[0] ?? null };
};

const plain = (text: string): string => foldSpeech(text).replaceAll(/\s+/g, " ").trim();

/** An automatic answer ends with a paragraph that says so. */
const withoutDisclosure = (sent: string): string => {
  const end = sent.lastIndexOf("\n\n");
  return end < 0 ? sent : sent.slice(0, end);
};

/** Whether the answer that was made may be sent; the reason where it stays a draft. */
export const findSendRefusal = (
  answer: { text: string; checks: readonly { ok: boolean }[]; hasKnowledgeSource: boolean },
  sentTexts: readonly string[],
): AutoReplyReason | null => {
  if (!answer.hasKnowledgeSource || answer.checks.length === 0 || answer.checks.some(({ ok }) => !ok))
    return "check_failed";
  // The whole answer: a short one may well be the beginning of an earlier one to another question.
  const isRepeated = sentTexts.some((text) => plain(withoutDisclosure(text)) === plain(answer.text));
  return isRepeated ? "repeated_text" : null;
};
