import * as z from "zod";
import { type AutoReplyChannel, autoReplyChannels } from "#domain/conversations/auto-reply.ts";
import {
  type AutoReplyCase,
  type AutoReplyDecision,
  type AutoReplyReason,
  decideAutoReply,
  findSendRefusal,
} from "#domain/inbox-ai/decide-auto-reply.ts";
import { withoutCitations } from "#domain/inbox-ai/reply-source.ts";
import { autoReplyDisclosure } from "#domain/inbox-ai/template-reply.ts";
import { replySubject } from "#domain/messages/reply-subject.ts";
import { asksKnowledge } from "#domain/reading/asks-something.ts";
import { retryPolicies } from "#domain/retry.ts";
import { assessSafety } from "#domain/safety/assess-safety.ts";
import { cutText } from "#domain/storable-text.ts";
import { readRisk } from "#server/ai/local-reader.ts";
import { system } from "#server/audit/entry.ts";
import { newId } from "#server/db/id.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { recordUnanswered, type UnansweredQuestion } from "#server/store/ai/unanswered-questions.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import { lockAutoReplyFacts } from "#server/store/conversations/auto-reply-facts.ts";
import { listAutoReplyRules } from "#server/store/conversations/auto-reply-rules.ts";
import { addHandoffTask } from "#server/store/conversations/handoff-tasks.ts";
import {
  findNewestInbound,
  insertSuggestion,
  type NewestInbound,
  type NewSuggestion,
  setSuggestionAction,
} from "#server/store/conversations/reply-suggestions.ts";
import type { NewReading } from "#server/store/ingestion/message-readings.ts";
import { findAddressOf } from "#server/store/people/person-addresses.ts";
import { readBusiness } from "#server/store/workspace/business.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { findUnanswered, makeSuggestion } from "./make-suggestion.ts";

/** A person often writes in several messages; the last of them is answered. */
const gatherMs = 4_000;

type ReadInbound = NewestInbound & { local: NonNullable<NewestInbound["local"]>; channel: AutoReplyChannel };

/** What does not change while the answer is made. */
type Settings = { rules: Awaited<ReturnType<typeof listAutoReplyRules>>; business: Record<string, string> };

const isReadInbound = (inbound: NewestInbound | undefined, eventId: string): inbound is ReadInbound =>
  inbound !== undefined &&
  inbound.id === eventId &&
  inbound.local !== null &&
  autoReplyChannels.some((channel) => channel === inbound.channel);

/** Decides with what is true now; the thread stays locked until the transaction ends. */
const decide = async (
  { tx }: Pick<WriteContext, "tx">,
  inbound: ReadInbound,
  { rules, business }: Settings,
): Promise<{ decision: AutoReplyDecision; sentTexts: readonly string[] }> => {
  const facts = await lockAutoReplyFacts(tx, inbound.personId, inbound.id);
  if (!facts || facts.hasSuggestion)
    return { decision: { kind: "none", reason: "answered_before" }, sentTexts: [] };
  const { channel, local } = inbound;
  const rule = rules.find((each) => each.channel === channel && each.intent === local.intent);
  const own = [inbound.to, business.company_email, business.company_phone];
  const input: AutoReplyCase = {
    now: Date.now(),
    mode: rule?.mode ?? "off",
    text: inbound.text,
    from: inbound.from,
    ownAddresses: own.flatMap((address) => (address ? [address.toLowerCase()] : [])),
    isAutomatic: inbound.isAutomatic,
    hasFiles: inbound.hasFiles,
    reading: local,
    safety: assessSafety(inbound.text, (text) => readRisk({ text, channel }).safety),
    refinedIntent: inbound.refinedIntent,
    language: local.language === "es" ? "es" : "en",
    thread: facts.thread,
    isUnknownSender: channel === "email" && facts.isFirstMessage,
    sent: facts.sent,
  };
  return { decision: decideAutoReply(input), sentTexts: facts.sent.texts };
};

const handOver = async (
  { tx, audit, touch, enqueue }: WriteContext,
  { id, personId, text, firstName, lastName, from }: ReadInbound,
  reason: "asked" | "no_progress",
): Promise<void> => {
  await addHandoffTask(tx, { id, personId, kind: "human", details: [cutText(text, 120)] });
  const person = [firstName, lastName].filter(Boolean).join(" ") || from || "";
  await addPushedNotifications({ tx, enqueue }, [
    { kind: "handoff_asked", params: { person }, link: `/inbox/${personId}` },
  ]);
  audit({
    eventType: "data_change",
    entityType: "thread",
    entityId: personId,
    details: { kind: "auto_reply_handed_over" },
    metadata: { reason, answers: id },
  });
  touch("threads", "notifications");
};

/** Queues the answer. Its config names the suggestion, which explains it. */
const send = async (
  { tx, audit, touch }: WriteContext,
  inbound: ReadInbound,
  suggestion: NewSuggestion,
  { business }: Settings,
): Promise<boolean> => {
  const id = newId();
  const stored = await insertSuggestion(tx, suggestion, "sent");
  if (!stored) return false;
  const { personId, channel, from, subject } = inbound;
  const answerSubject = channel === "email" && subject ? replySubject(subject) : null;
  const address = from === null ? undefined : await findAddressOf(tx, personId, from);
  const disclosure = autoReplyDisclosure(business.company_name ?? null, suggestion.language);
  const now = Date.now();
  await insertActions(tx, [
    {
      id,
      personId,
      ruleId: null,
      ruleRunId: null,
      type: channel,
      config: {
        text: `${withoutCitations(suggestion.text)}\n\n${disclosure}`,
        ...(answerSubject ? { subject: answerSubject } : {}),
        purpose: "service",
        ...(address?.isPrimary === false ? { addressId: address.id } : {}),
        // A further message of the person makes it stale.
        stopOnReply: true,
        firedAt: now,
        suggestionId: stored.id,
        ai: { suggestionId: stored.id, vendor: suggestion.vendor, model: suggestion.model },
      },
      notBefore: new Date(now).toISOString(),
      causedBy: inbound.id,
    },
  ]);
  await setSuggestionAction(tx, stored.id, id);
  audit({
    eventType: "data_change",
    entityType: "action",
    entityId: id,
    details: { kind: "auto_reply_sent", channel },
    metadata: { suggestion: stored.id, personId, sources: stored.sources.map((source) => source.id) },
  });
  touch("actions", "threads");
  return true;
};

const keepDraft = async (
  { tx, touch }: WriteContext,
  suggestion: NewSuggestion,
  reason: AutoReplyReason | null,
): Promise<void> => {
  // The mode is the operator's own choice and needs no explanation.
  const checks =
    reason === null || reason === "mode"
      ? suggestion.checks
      : [...suggestion.checks, { check: "auto_reply", ok: false, detail: reason }];
  await insertSuggestion(tx, { ...suggestion, checks }, "open");
  touch("threads");
};

const keepUnanswered = async (
  question: UnansweredQuestion | null,
  { write }: Pick<JobContext, "write">,
): Promise<void> => {
  if (question === null) return;
  await write(system, async ({ tx, touch }) => {
    await recordUnanswered(tx, question);
    touch("knowledge");
  });
};

/** No answer is made, but what the knowledge base lacks is noted for the operators all the same. */
const noteUnanswered = async (inbound: ReadInbound, context: JobContext): Promise<void> =>
  keepUnanswered(await findUnanswered(context, inbound), context);

const answer = async (eventId: string, personId: string, context: JobContext): Promise<void> => {
  const { database, general, write } = context;
  const inbound = await findNewestInbound(database.db, personId);
  if (!isReadInbound(inbound, eventId)) return;
  const [rules, business] = await Promise.all([
    listAutoReplyRules(database.db),
    readBusiness(database.db, general),
  ]);
  const settings: Settings = { rules, business: business.values };
  if (!rules.some(({ channel }) => channel === inbound.channel)) return noteUnanswered(inbound, context);
  const decided = await write(system, async (change) => {
    const { decision } = await decide(change, inbound, settings);
    if (decision.kind === "hand_over") await handOver(change, inbound, decision.reason);
    return decision;
  });
  if (decided.kind !== "suggest") {
    const isLeft = decided.reason === "mode" || decided.reason === "no_progress";
    return isLeft ? noteUnanswered(inbound, context) : undefined;
  }
  const made = await makeSuggestion(context, { personId });
  await keepUnanswered(made.unanswered, context);
  if ("reason" in made || made.suggestion.answersId !== eventId) return;
  const { suggestion } = made;
  await write(system, async (change) => {
    // Asked again: while the model wrote, a human may have taken over or the person may have written more.
    const { decision, sentTexts } = await decide(change, inbound, settings);
    if (decision.kind !== "suggest") return;
    const refusal = decision.maySend
      ? findSendRefusal(
          {
            text: withoutCitations(suggestion.text),
            checks: suggestion.checks,
            hasKnowledgeSource: suggestion.sources.some(({ kind }) => kind === "knowledge"),
          },
          sentTexts,
        )
      : decision.reason;
    if (refusal === null) await send(change, inbound, suggestion, settings);
    else await keepDraft(change, suggestion, refusal);
  });
};

/** Answers messages of people where the workspace wants it, as a draft or by itself. */
export const answerInbound = defineJob({
  name: "answer-inbound",
  payload: z.object({ eventId: z.uuid(), personId: z.uuid() }),
  retry: retryPolicies.job,
  batchSize: 4,
  run: async (batch, context) => {
    await Promise.all(batch.map(({ eventId, personId }) => answer(eventId, personId, context)));
  },
});

/** New messages that may get an automatic answer, of a channel that is switched on for some intent, and all questions. */
export const enqueueAnswers = async (
  { tx, enqueue }: Pick<WriteContext, "tx" | "enqueue">,
  readings: readonly NewReading[],
): Promise<void> => {
  const written = readings.filter(({ channel }) => autoReplyChannels.some((each) => each === channel));
  if (written.length === 0) return;
  const channels = new Set<string>((await listAutoReplyRules(tx)).map(({ channel }) => channel));
  const startAfter = new Date(Date.now() + gatherMs);
  for (const { eventId, personId, channel, local } of written)
    if (channels.has(channel) || asksKnowledge("", local))
      enqueue(answerInbound, { eventId, personId }, { startAfter, cause: eventId });
};
