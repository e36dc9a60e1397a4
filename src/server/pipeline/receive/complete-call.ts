import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { checkPiece } from "#domain/agent/check-piece.ts";
import { decideCallOutcome } from "#domain/agent/outcome.ts";
import { mainUtterance, summariseCall } from "#domain/agent/summary.ts";
import { minimiseText } from "#domain/ai/minimise.ts";
import { defaultLanguage, type Language, parseLanguage } from "#domain/language.ts";
import { simulatedMark } from "#domain/messages/simulation.ts";
import { retryPolicies } from "#domain/retry.ts";
import { type CallOutcome, formatCallDuration } from "#domain/voice/call.ts";
import { callRetryDelayMs } from "#domain/voice/call-retry.ts";
import { readMessageFeature } from "#server/ai/features/read-message.ts";
import { summariseCallFeature } from "#server/ai/features/summarise-call.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import { system } from "#server/audit/entry.ts";
import type { Reader } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { readKnownNames } from "#server/store/ai/known-names.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import { openAddressHash } from "#server/store/compliance/address-hash.ts";
import { applyToThreads, insertMessages } from "#server/store/conversations/threads.ts";
import { channelEndpointName } from "#server/store/ingestion/channel-endpoints.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { readCallLines, type StoredLine } from "#server/store/voice/agent-turns.ts";
import { type EndedCall, readEndedCall, saveCallResult } from "#server/store/voice/completed-calls.ts";
import type { WriteContext } from "#server/store/write.ts";
import { findSenders } from "./find-senders.ts";
import {
  type InboundPayload,
  type ReadingSettings,
  type ReceiveContext,
  readingSettings,
  recordInbound,
  storeInbound,
} from "./record-inbound.ts";

const payload = z.object({ callId: z.uuid() });

const maxWords = 2000;
/** The timeline and the scores do not wait longer for the summary of a model. */
const maxSummaryMs = 10_000;

/** What the person said, without keys and repetitions. */
const wordsOf = (lines: readonly StoredLine[]): string =>
  lines
    .filter(({ speaker, marks }) => speaker === "customer" && !marks.includes("key"))
    .map(({ text }) => text)
    .join("\n")
    .slice(0, maxWords);

export type CompleteCallContext = ReceiveContext & {
  db: Reader;
  /** None in a replay. */
  ai?: JobContext["ai"];
};

/** A model's summary only where every figure in it was said. */
const askForSummary = async (
  call: EndedCall,
  lines: readonly StoredLine[],
  language: Language,
  { ai, db, general }: CompleteCallContext,
): Promise<string | undefined> => {
  if (!ai || !lines.some(({ speaker }) => speaker === "customer")) return undefined;
  const { minimisesText } = await general();
  const transcript = lines
    .filter(({ speaker }) => speaker === "agent" || speaker === "customer" || speaker === "operator")
    .map(({ speaker, text }) => `${speaker === "customer" ? "Customer" : "Agent"}: ${text}`)
    .join("\n");
  const sent = minimisesText
    ? minimiseText(transcript, await readKnownNames(db, call.personId))
    : { text: transcript, restore: (text: string) => text };
  const fence = randomBytes(6).toString("hex");
  const answer = await ai.ask(
    summariseCallFeature,
    { transcript: sent.text, language, fence },
    call.personId === null ? {} : { personId: call.personId },
  );
  if (!answer.ok) return undefined;
  const summary = sent.restore(answer.output.summary);
  const checked = checkPiece(summary, {
    sources: [transcript],
    ownSources: [transcript],
    toolsRun: [],
    previous: [],
    language,
    canary: fence,
    grounding: null,
  });
  return checked.ok ? summary : undefined;
};

const decideOutcome = (
  call: EndedCall,
  lines: readonly StoredLine[],
  timezone: string,
  locale: string,
): CallOutcome | null => {
  if (call.outcome !== null || call.endReason === null) return call.outcome;
  const now = Date.now();
  const readings = lines
    .filter(({ speaker, marks }) => speaker === "customer" && !marks.includes("key"))
    .map(({ text }) => readMessage({ text }, { now, timezone, locale }));
  return decideCallOutcome({ acts: [], readings, endReason: call.endReason }).outcome;
};

/** Places a call again that reached no person. */
const planRetry = async ({ tx, touch, clock }: WriteContext, call: EndedCall): Promise<void> => {
  const { personId, channel, config, attempt } = call;
  const delayMs = callRetryDelayMs(call.status, attempt);
  // A call in which the agent spoke has reached somebody, however it ended.
  if (delayMs === null || personId === null || channel !== "voice_agent" || call.isTest || call.hasAgent)
    return;
  await insertActions(tx, [
    {
      id: newId(),
      personId,
      ruleId: call.ruleId,
      ruleRunId: null,
      type: channel,
      config: { ...config, attempt: attempt + 1 },
      notBefore: new Date(clock.now() + delayMs).toISOString(),
      causedBy: call.id,
    },
  ]);
  touch("actions");
};

/** What the call means for the thread: an answered or missed one opens it, unless we called. */
const noteCall = async (
  { tx, touch, clock }: WriteContext,
  call: EndedCall & { personId: string },
  lines: readonly StoredLine[],
  summary: string | null,
): Promise<void> => {
  const { id, personId, createdAt: at } = call;
  const direction = call.type === "inbound" ? ("in" as const) : ("out" as const);
  const channel = call.hasAgent || call.type === "ai_agent" ? "voice_agent" : "call";
  const text = summary ?? wordsOf(lines);
  if (text !== "") await insertMessages(tx, [{ id, personId, at, direction, channel, text }]);
  const byHuman = call.isBridged || lines.some(({ speaker }) => speaker === "operator");
  const hasSpoken = lines.some(({ speaker }) => speaker === "customer");
  // The person's own words before a summary. Keys that were pressed are in the transcript; as a preview they say nothing.
  const own = mainUtterance(lines.filter(({ marks }) => !marks.includes("key")));
  const preview = own !== undefined && /\p{L}/u.test(own) ? own : text;
  const item = { personId, itemId: id, at, channel, text: /\p{L}/u.test(preview) ? preview : null };
  // A person who asked for a human and reached none waits, whoever called.
  const isMissed = !byHuman && (direction === "in" ? !hasSpoken : hasSpoken && call.handoffReason !== null);
  if (isMissed) await applyToThreads(tx, [{ ...item, kind: "call_missed" }], clock.now());
  else if (byHuman || hasSpoken)
    await applyToThreads(tx, [{ ...item, kind: "call_answered", direction, byHuman }], clock.now());
  touch("threads");
};

/** The words of the person become an event, which is read and scored like a message. */
const recordWords = async (
  context: WriteContext,
  { id: callId, personId, phoneNumber, ourNumber, isTest }: EndedCall,
  words: string,
  { hash, settings }: Pick<ReceiveContext, "hash"> & { settings: ReadingSettings },
): Promise<void> => {
  if (words === "") return;
  const channel = "call";
  const event: InboundPayload = {
    type: "call_completed",
    channel,
    from: phoneNumber,
    to: ourNumber ?? "",
    text: words,
    ...(isTest ? { simulated: true } : {}),
  };
  const { id, isNew } = await storeInbound(context, event, `call:${callId}`);
  if (!isNew) return;
  const people = await findSenders(
    context,
    { channel, address: phoneNumber },
    {
      eventId: id,
      source: channelEndpointName(channel),
      text: words,
      isTest,
      addsUnknown: true,
      isProven: true,
    },
    hash,
  );
  const caller = people.find((person) => person === personId) ?? people[0] ?? null;
  await recordInbound(
    context,
    { id, payload: event, address: phoneNumber, text: words, personId: caller, isTest },
    settings,
  );
};

/** Saves what a call that has ended means. */
export const completeEndedCall = async (callId: string, context: CompleteCallContext): Promise<void> => {
  const { db, write, general, hash } = context;
  const call = await readEndedCall(db, callId);
  if (!call || call.status === "ringing" || call.status === "in_progress") return;
  const { timezone, locale } = await general();
  const settings = await readingSettings(context);
  const language = parseLanguage(locale) ?? defaultLanguage;
  const lines = await readCallLines(db, callId);
  const outcome = decideOutcome(call, lines, timezone, locale);
  const labels = new Map((call.scriptFacts ?? []).map(({ key, label }) => [key, label]));
  // Of a call without the agent there is something to say where the person answered.
  const hasConversation = call.hasAgent
    ? lines.length > 0
    : lines.some(({ speaker }) => speaker === "customer");
  const summary = !hasConversation
    ? null
    : (call.summary ??
      (await Promise.race([
        askForSummary(call, lines, language, context),
        sleep(maxSummaryMs, undefined, { ref: false }),
      ])) ??
      summariseCall({
        language,
        turns: lines.filter(({ marks }) => !marks.includes("key")),
        facts: Object.entries(call.facts ?? {}).map(([key, { value }]) => ({
          label: labels.get(key) ?? key,
          value,
        })),
        outcome,
        handoffReason: call.handoffReason,
        requests: call.requests,
      }));
  const words = call.hasAgent ? wordsOf(lines) : "";
  await write(system, async (change) => {
    const { tx, touch } = change;
    // First, as in every transaction that locks an address and its threads.
    if (words !== "") await lockAddresses(tx, [call.phoneNumber]);
    await saveCallResult(tx, callId, { summary, outcome });
    const { personId } = call;
    if (personId !== null) {
      const added = await addToTimeline(
        tx,
        [
          {
            personId,
            eventType: "call_completed",
            source: "voice",
            title: "Call",
            description: summary,
            metadata: {
              channel: call.type === "ai_agent" || call.hasAgent ? "voice_agent" : "call",
              callId,
              length: formatCallDuration(call.duration) ?? "0:00",
              status: call.status,
              outcome,
              endReason: call.endReason,
              handoffReason: call.handoffReason,
              ...simulatedMark(call.isTest ? "test" : null),
            },
            causedBy: callId,
          },
        ],
        { skipExisting: true },
      );
      if (added > 0) await noteCall(change, { ...call, personId }, lines, summary);
    }
    await recordWords(change, call, words, { hash, settings });
    touch("calls", "live-calls", "people");
  });
};

/** After a call: its summary, outcome and place on the timeline, and what was said as a signal for the scores. */
export const completeCall = defineJob({
  name: "complete-call",
  payload,
  retry: retryPolicies.job,
  batchSize: 5,
  run: async (batch, context) => {
    const { database, keyring, ai } = context;
    const hash = await openAddressHash(database.db, keyring);
    const asksModels = () => ai.isAvailable(readMessageFeature);
    for (const { callId } of batch)
      await completeEndedCall(callId, { ...context, db: database.db, hash, asksModels });
  },
});

/** A call that reached no person is tried again, once for each end. */
export const planCallRetry = async (context: WriteContext, callId: string): Promise<void> => {
  const call = await readEndedCall(context.tx, callId);
  if (call) await planRetry(context, call);
};
