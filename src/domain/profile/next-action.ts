import type { ConversationChannel } from "#domain/channels/channel.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import type { personStatuses } from "#domain/person.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import type { BestTime } from "./best-time.ts";
import { answersPerson, isInbound, isOwnActivity, isSend, type ProfileEntry } from "./entries.ts";
import { answerMs, type PreferredChannel } from "./preferred-channel.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A message or call on a channel, or: wait, give it to a person of the team, stop trying. */
export const nextActionKinds = [
  "sms",
  "whatsapp",
  "email",
  "call",
  "x",
  "hand_over",
  "wait",
  "close",
] as const;
export type NextActionKind = (typeof nextActionKinds)[number];

export const nextActionReasons = [
  "opted_out",
  "no_address",
  "reply_under_review",
  "asked_for_person",
  "complained",
  "question_unanswered",
  "missed_call",
  "ready_to_buy",
  "callback_asked",
  "said_no",
  "message_waiting",
  "send_failed",
  "hot_and_silent",
  "waiting_for_answer",
  "never_contacted",
  "at_risk",
  "nothing_due",
] as const;
export type NextActionReason = (typeof nextActionReasons)[number];

export type NextActionFacts = {
  now: number;
  status: (typeof personStatuses)[number];
  scores: Scores | null;
  /** Newest first. */
  entries: readonly ProfileEntry[];
  preferred: PreferredChannel;
  /** The channels on which the gate would not stop a message of each purpose. */
  allowed: Record<"service" | "marketing", ReadonlySet<ConversationChannel>>;
  bestTime: Pick<BestTime, "nextAt">;
  /** A reply may be an opt-out, and no operator has read it yet. */
  isUnderReview: boolean;
};

export type NextAction = {
  kind: NextActionKind;
  /** On which channel it would go; of a hand-over, where the person expects the answer. */
  channel: ConversationChannel | null;
  /** `service` answers what they asked for. */
  purpose: "service" | "marketing";
  reason: CodedReason<NextActionReason>;
  /** Ids of the timeline entries that it rests on. */
  evidence: string[];
  earliestAt: number | null;
};

type Found = Omit<NextAction, "reason"> & { values?: Record<string, string | number | null> };
type NextActionRule = {
  code: NextActionReason;
  find: (facts: NextActionFacts) => Found | undefined;
};

const hotScore = 75;
const silentMs = 3 * dayMs;
const requestMs = 14 * dayMs;
const missedCallMs = 7 * dayMs;
const refusalMs = 90 * dayMs;
const minRefusalConfidence = 0.7;
const newLeadMs = 30 * dayMs;
const riskSilenceMs = 14 * dayMs;
const callbackDueMs = 3 * dayMs;
const callbackAheadMs = 60 * dayMs;

/** Intents that expect an answer. */
const questions: readonly ReadIntent[] = ["question", "interested", "schedule", "reschedule"];
const complaints: readonly ReadIntent[] = ["complaint", "cancel_service"];
const refusals: readonly ReadIntent[] = ["not_interested", "wrong_person", "already_bought"];
const missedCall = /missed|voicemail|buzon|perdida/i;

type Purpose = NextAction["purpose"];

/** Those that are open for the purpose, best first; on X only what they wrote is answered. */
const openChannels = ({ preferred }: NextActionFacts, purpose: Purpose): ConversationChannel[] =>
  preferred.channels
    .filter(({ isOpen, channel }) => isOpen && (purpose === "service" || channel !== "x"))
    .map(({ channel }) => channel);

/** The first wish that the gate does not stop, else the best channel that it does not stop, else the first wish. */
const chooseChannel = (
  facts: NextActionFacts,
  purpose: Purpose,
  ...wishes: (ConversationChannel | null)[]
): ConversationChannel | null => {
  const open = openChannels(facts, purpose);
  const candidates = [...wishes.filter((wish) => wish !== null && open.includes(wish)), ...open];
  return (
    candidates.find((channel) => channel !== null && facts.allowed[purpose].has(channel)) ??
    candidates[0] ??
    null
  );
};

/** Where they wrote, if we may answer there. */
const answerChannel = (facts: NextActionFacts, { channel }: ProfileEntry): ConversationChannel | null =>
  chooseChannel(facts, "service", channel);

const callIfPossible = (facts: NextActionFacts, { channel }: ProfileEntry): ConversationChannel | null =>
  chooseChannel(facts, "service", "call", channel);

/** An operator wrote later, or a rule answered this very event. */
const isAnswered = ({ entries }: NextActionFacts, { at, causedBy }: ProfileEntry): boolean =>
  entries.some(
    (entry) =>
      isSend(entry) &&
      entry.at >= at &&
      (entry.answers === answersPerson || (entry.answers !== null && entry.answers === causedBy)),
  );

const findUnanswered = (
  facts: NextActionFacts,
  intents: readonly ReadIntent[],
  maxAgeMs: number,
): ProfileEntry | undefined =>
  facts.entries.find(
    (entry) =>
      isInbound(entry) &&
      entry.intent !== null &&
      intents.includes(entry.intent) &&
      entry.at > facts.now - maxAgeMs &&
      !isAnswered(facts, entry),
  );

const message = (
  facts: NextActionFacts,
  channel: ConversationChannel | null,
  entry: ProfileEntry,
  purpose: Purpose = "service",
): Found => ({
  kind: channel ?? "hand_over",
  channel,
  purpose,
  evidence: [entry.id],
  // Not before the time that they named themselves.
  earliestAt: Math.max(facts.now, entry.callbackAt ?? facts.now),
  values: { at: entry.at, intent: entry.intent },
});

const handOver = (facts: NextActionFacts, entry: ProfileEntry): Found => ({
  ...message(facts, answerChannel(facts, entry), entry),
  kind: "hand_over",
});

const rest = (kind: "wait" | "close", entry?: ProfileEntry, earliestAt: number | null = null): Found => ({
  kind,
  channel: null,
  purpose: "service",
  evidence: entry ? [entry.id] : [],
  earliestAt,
  ...(entry ? { values: { at: entry.at, intent: entry.intent, channel: entry.channel } } : {}),
});

/** At the best time, on the preferred channel. */
const approach = (
  facts: NextActionFacts,
  evidence: readonly ProfileEntry[],
  values: Found["values"] = {},
): Found | undefined => {
  const channel = chooseChannel(facts, "marketing", facts.preferred.channel);
  if (channel === null) return undefined;
  return {
    kind: channel,
    channel,
    purpose: "marketing",
    evidence: evidence.map(({ id }) => id),
    earliestAt: facts.bestTime.nextAt ?? facts.now,
    values,
  };
};

const lastContact = ({ entries }: NextActionFacts): ProfileEntry | undefined =>
  entries.find((entry) => isSend(entry) || isOwnActivity(entry));

/** Ordered: the first that applies decides. */
const rules: readonly NextActionRule[] = [
  {
    code: "opted_out",
    find: ({ entries, preferred }) => {
      const change = entries.find(({ kind }) => kind === "opted_out" || kind === "opted_in");
      return preferred.channel === null && change?.kind === "opted_out" ? rest("close", change) : undefined;
    },
  },
  { code: "no_address", find: ({ preferred }) => (preferred.channel === null ? rest("close") : undefined) },
  {
    code: "reply_under_review",
    find: (facts) => {
      if (!facts.isUnderReview) return undefined;
      const review = facts.entries.find(({ kind }) => kind === "review_opened");
      return { ...rest("wait", review), kind: "hand_over" };
    },
  },
  {
    code: "asked_for_person",
    find: (facts) => {
      const entry = findUnanswered(facts, ["wants_human"], requestMs);
      return entry && { ...handOver(facts, entry), channel: callIfPossible(facts, entry) };
    },
  },
  {
    code: "complained",
    find: (facts) => {
      const entry = findUnanswered(facts, complaints, requestMs);
      return entry && handOver(facts, entry);
    },
  },
  {
    code: "question_unanswered",
    find: (facts) => {
      const entry = findUnanswered(facts, questions, requestMs);
      return entry && message(facts, answerChannel(facts, entry), entry);
    },
  },
  {
    code: "missed_call",
    find: (facts) => {
      const entry = facts.entries.find(
        ({ kind, type, at }) =>
          kind === "event_received" && missedCall.test(type ?? "") && at > facts.now - missedCallMs,
      );
      return entry && !isAnswered(facts, entry)
        ? message(facts, callIfPossible(facts, entry), entry)
        : undefined;
    },
  },
  {
    code: "ready_to_buy",
    find: (facts) => {
      const entry = findUnanswered(facts, ["ready_to_buy"], requestMs);
      return entry && message(facts, callIfPossible(facts, entry), entry);
    },
  },
  {
    code: "callback_asked",
    find: (facts) => {
      const { entries, now } = facts;
      const entry = entries.find(({ callbackAt }) => callbackAt !== null);
      const at = entry?.callbackAt ?? null;
      if (!entry || at === null || at < now - callbackDueMs || at > now + callbackAheadMs) return undefined;
      const isDone = entries.some((each) => isSend(each) && each.at > Math.max(entry.at, at - hourMs));
      if (isDone) return undefined;
      const found = message(facts, callIfPossible(facts, entry), entry);
      return { ...found, earliestAt: Math.max(now, at), values: { at, intent: entry.intent } };
    },
  },
  {
    code: "said_no",
    find: ({ entries, now }) => {
      const last = entries.find((entry) => isInbound(entry) && entry.intent !== null);
      if (!last?.intent || !refusals.includes(last.intent)) return undefined;
      // To give up on a person needs more than a guess.
      const isSure = (last.confidence ?? 0) >= minRefusalConfidence;
      return isSure && last.at > now - refusalMs ? rest("close", last) : undefined;
    },
  },
  {
    code: "message_waiting",
    find: ({ entries }) => {
      const ended = new Set(
        entries.flatMap(({ kind, causedBy }) =>
          kind.startsWith("message_") && kind !== "message_held" && causedBy !== null ? [causedBy] : [],
        ),
      );
      const held = entries.find(
        ({ kind, causedBy }) => kind === "message_held" && causedBy !== null && !ended.has(causedBy),
      );
      return held && rest("wait", held);
    },
  },
  {
    code: "send_failed",
    find: (facts) => {
      const { entries, now, allowed } = facts;
      const last = entries.find(({ kind }) =>
        ["message_sent", "message_delivered", "message_read", "message_failed"].includes(kind),
      );
      if (last?.kind !== "message_failed" || last.at < now - missedCallMs) return undefined;
      const others = openChannels(facts, "marketing").filter((channel) => channel !== last.channel);
      const other = others.find((channel) => allowed.marketing.has(channel)) ?? others[0];
      return other && { ...message(facts, other, last, "marketing"), values: { failed: last.channel } };
    },
  },
  {
    code: "hot_and_silent",
    find: (facts) => {
      const intent = facts.scores?.intent ?? 0;
      const last = lastContact(facts);
      if (facts.status === "converted" || intent < hotScore || !last) return undefined;
      const days = Math.floor((facts.now - last.at) / dayMs);
      return facts.now - last.at >= silentMs ? approach(facts, [last], { score: intent, days }) : undefined;
    },
  },
  {
    code: "waiting_for_answer",
    find: (facts) => {
      const last = facts.entries.find((entry) => isSend(entry) || isInbound(entry));
      if (!last || !isSend(last) || facts.now - last.at >= answerMs) return undefined;
      return rest("wait", last, last.at + answerMs);
    },
  },
  {
    code: "never_contacted",
    find: (facts) => {
      const { entries, now, status } = facts;
      if ((status !== "new" && status !== "qualified") || entries.some(isSend)) return undefined;
      const own = entries.find((entry) => isOwnActivity(entry) && entry.at > now - newLeadMs);
      return own && approach(facts, [own], { at: own.at });
    },
  },
  {
    code: "at_risk",
    find: (facts) => {
      const churn = facts.scores?.churn ?? 0;
      const last = lastContact(facts);
      if (churn < hotScore || !last || facts.now - last.at < riskSilenceMs) return undefined;
      return approach(facts, [last], { score: churn, days: Math.floor((facts.now - last.at) / dayMs) });
    },
  },
  {
    code: "nothing_due",
    find: ({ entries }) => {
      const last = entries.find((entry) => isSend(entry) || isOwnActivity(entry));
      return rest("wait", last);
    },
  },
];

/** What to do next for a person, and why. It is a proposal: an operator does it, through the gate. */
export const chooseNextAction = (facts: NextActionFacts): NextAction => {
  for (const { code, find } of rules) {
    const found = find(facts);
    if (!found) continue;
    const { values = {}, ...action } = found;
    return { ...action, reason: { ...values, code } };
  }
  throw new Error("The last rule always applies");
};
