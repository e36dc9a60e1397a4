import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { AgentAct } from "#domain/agent/act.ts";
import { toolsFor } from "#domain/agent/agent-tools.ts";
import { instructsReader } from "#domain/agent/instructing-passage.ts";
import { offeredTimes } from "#domain/agent/offered-times.ts";
import { isConfirmed } from "#domain/agent/proposals.ts";
import type { AgentToolName } from "#domain/agent/tool-names.ts";
import { cutText } from "#domain/storable-text.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { ReplyTool } from "#server/ai/request-reply.ts";
import { findSimilarPassages } from "#server/ai/similar-passages.ts";
import { system } from "#server/audit/entry.ts";
import { newId } from "#server/db/id.ts";
import { searchKnowledge } from "#server/store/ai/knowledge.ts";
import { insertActions } from "#server/store/automation/rule-runs.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import { cancelRequest, insertRequest } from "#server/store/voice/person-requests.ts";
import {
  type AgentConversation,
  type AgentServices,
  type Proposal,
  switchLanguage,
  type ToolResult,
} from "./conversation.ts";
import { setDetail } from "./set-detail.ts";
import type { Turn } from "./turn.ts";

/** The answer that uses a tool. */
type ToolRun = Pick<Turn, "epoch" | "acts"> & {
  /** The words of the person that led to it. */
  quote: string;
  /** Texts that may prove what is said: a search adds what it found. */
  ownSources: string[];
};

type ToolHandler = (input: never, context: ToolContext) => Promise<ToolResult>;

const done = (text: string): ToolResult => ({ isDone: true, text });
const notDone = (text: string): ToolResult => ({ isDone: false, text });
type ToolContext = { services: AgentServices; conversation: AgentConversation; run: ToolRun };

/** The tools of a conversation. Each is bound to its person: none takes an identifier, an address or a URL. */
export const createTools = (
  { services, conversation, epoch, text, acts, trace }: Turn,
  toolsRun: AgentToolName[],
  ownSources: string[],
): ReplyTool[] => {
  const run: ToolRun = { epoch, quote: text, acts, ownSources };
  return toolsFor(conversation.phone.agentTools, "voice").map(({ name, description, input }) => ({
    name,
    description,
    input,
    run: async (given) => {
      const startedAt = performance.now();
      const parsed = input.safeParse(given);
      const result = parsed.success
        ? await handlers[name](parsed.data as never, { services, conversation, run }).catch(
            (error: unknown) => {
              services.log.warn({ error, tool: name }, "a tool of the agent failed");
              return notDone("It did not work. The person must be told that it cannot be done now.");
            },
          )
        : notDone(`Not accepted: ${z.prettifyError(parsed.error)}`);
      if (result.isDone) toolsRun.push(name);
      const ms = Math.round(performance.now() - startedAt);
      trace.toolCalls.push({ name, result: cutText(result.text, 200), ms });
      return result.text;
    },
  }));
};

const withoutPerson = notDone("The person is not known, so nothing was stored.");

const searchTool = async (
  { query }: { query: string },
  { services, conversation, run }: ToolContext,
): Promise<ToolResult> => {
  const similar = await findSimilarPassages(services, query, conversation.knownNames);
  const passages = await searchKnowledge(services.database.db, {
    query,
    ...(similar ? { similar } : {}),
    language: conversation.language,
    entryIds: conversation.scriptRow?.knowledgeIds ?? [],
    now: Date.now(),
    timezone: conversation.timezone,
    limit: 5,
  });
  const found = passages.filter(({ title, text }) => !instructsReader(`${title}\n${text}`));
  run.ownSources.push(...found.map(({ title, text }) => `${title} ${text}`));
  return done(JSON.stringify({ passages: found.map(({ id, title, text }) => ({ id, title, text })) }));
};

/** The caller's number is no proof of identity, so only what is harmless. */
const myRecord = async (_input: object, { conversation: { call } }: ToolContext): Promise<ToolResult> => {
  const requests = call.requests.map(({ id, kind, topic, wanted }) => `${id}: ${kind} ${topic} ${wanted}`);
  return done(
    [`First name: ${call.firstName ?? "unknown"}`, `Open requests: ${requests.join("; ") || "none"}`].join(
      "\n",
    ),
  );
};

const listTimes = async (
  { from = "", to = "9" }: { from?: string; to?: string },
  { conversation: { phone, timezone } }: ToolContext,
): Promise<ToolResult> => {
  const times = offeredTimes(phone, Date.now(), timezone);
  return done(times.filter((time) => time >= from && time.slice(0, 10) <= to).join("; "));
};

/** Keeps a change until the person has confirmed it. */
const propose = (
  { conversation, run }: ToolContext,
  sentence: string,
  change: Proposal["run"],
): ToolResult => {
  const id = randomUUID().slice(0, 8);
  conversation.proposals.push({ id, epoch: run.epoch, proposedAt: Date.now(), run: change });
  return notDone(JSON.stringify({ proposalId: id, readBack: sentence, afterYes: "confirm" }));
};

type AppointmentInput = { timeId?: string; day?: string; part?: string; topic: string };

const requestAppointment = async (
  { timeId, day, part, topic }: AppointmentInput,
  context: ToolContext,
): Promise<ToolResult> => {
  const { conversation, services } = context;
  const { personId, id: callId } = conversation.call;
  if (personId === null) return withoutPerson;
  const { quote } = context.run;
  const wanted = timeId ?? [day, part].filter(Boolean).join(" ");
  return propose(context, `${topic}: ${wanted}`, async (acts) => {
    await services.write(system, async ({ tx, audit, touch }) => {
      await insertRequest(tx, { personId, callId, kind: "appointment", topic, wanted, quote });
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: personId,
        details: { kind: "agent_noted_appointment" },
        metadata: { callId, topic, wanted },
      });
      touch("people");
    });
    acts.push({ kind: "request", request: "appointment", topic, wanted, quote });
    return done("The appointment was requested, not booked: a person confirms it.");
  });
};

const confirm = async (
  { proposalId }: { proposalId: string },
  { conversation, run }: ToolContext,
): Promise<ToolResult> => {
  const proposal = conversation.proposals.find(({ id }) => id === proposalId);
  if (!proposal) return notDone("There is no such proposal.");
  const confirmed = isConfirmed({
    proposedAt: proposal.proposedAt,
    wasPlayedInFull:
      conversation.lastSpoken.epoch > proposal.epoch ||
      (conversation.lastSpoken.epoch === proposal.epoch && conversation.lastSpoken.wasPlayedInFull),
    later: run.epoch > proposal.epoch ? { text: run.quote, at: Date.now() } : null,
    now: Date.now(),
  });
  if (!confirmed)
    return notDone("Not confirmed: read it back, let the person hear it all, and wait for a clear yes.");
  conversation.proposals = conversation.proposals.filter((one) => one !== proposal);
  return proposal.run(run.acts);
};

const cancel = async ({ requestId }: { requestId: string }, context: ToolContext): Promise<ToolResult> => {
  const { conversation, services } = context;
  const { personId, requests } = conversation.call;
  const request = requests.find(({ id }) => id === requestId);
  if (personId === null || !request) return notDone("There is no such request of this person.");
  return propose(context, `${request.topic} ${request.wanted}`, async () => {
    await services.write(system, async ({ tx, audit, touch }) => {
      await cancelRequest(tx, personId, requestId);
      await addToTimeline(tx, [
        {
          personId,
          eventType: "request_cancelled",
          source: "voice_agent",
          title: "Cancelled a request",
          description: [request.topic, request.wanted].filter(Boolean).join(" · "),
          metadata: { callId: conversation.call.id },
          causedBy: conversation.call.id,
        },
      ]);
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: personId,
        details: { kind: "agent_cancelled_request" },
        metadata: { callId: conversation.call.id, requestId },
      });
      touch("people");
    });
    return done("Cancelled.");
  });
};

const storeDetail = async (
  detail: { field: string; value: string },
  { conversation, services, run }: ToolContext,
): Promise<ToolResult> => {
  const { personId, id: callId } = conversation.call;
  return personId === null
    ? withoutPerson
    : setDetail(services, { personId, callId, quote: run.quote }, detail);
};

/** A note that only operators read, of the given kind of timeline entry. */
const addNote =
  (
    eventType: "note_added" | "address_proposed",
    title: string,
    describe: (input: never) => string,
  ): ToolHandler =>
  async (input, { conversation, services, run }) => {
    const { personId, id: callId } = conversation.call;
    if (personId === null) return withoutPerson;
    await services.write(system, async ({ tx, touch, audit }) => {
      audit({
        eventType: "data_change",
        entityType: "person",
        entityId: personId,
        details: { kind: "agent_added_note" },
        metadata: { callId },
      });
      await addToTimeline(tx, [
        {
          personId,
          eventType,
          source: "voice_agent",
          title,
          description: describe(input),
          metadata: { callId, quote: run.quote },
          causedBy: callId,
        },
      ]);
      touch("people");
    });
    return done("Noted for the team.");
  };

const requestCallback = async (
  { when, reason }: { when?: string; reason: string },
  { conversation, services, run }: ToolContext,
): Promise<ToolResult> => {
  const { personId, id: callId } = conversation.call;
  if (personId === null) return withoutPerson;
  await services.write(system, async ({ tx, touch, audit }) => {
    audit({
      eventType: "data_change",
      entityType: "person",
      entityId: personId,
      details: { kind: "agent_noted_callback" },
      metadata: { callId },
    });
    await insertRequest(tx, {
      personId,
      callId,
      kind: "callback",
      topic: reason,
      wanted: when ?? "",
      quote: run.quote,
    });
    touch("people");
  });
  run.acts.push({
    kind: "request",
    request: "callback",
    topic: reason,
    wanted: when ?? "",
    quote: run.quote,
  });
  return done("The callback was noted. A person calls back; do not promise a minute.");
};

/** A template to the person's own stored address; the gate decides. */
const sendMe = async (
  { template, by }: { template: string; by: string },
  { conversation, services, run }: ToolContext,
): Promise<ToolResult> => {
  const { personId, id: callId } = conversation.call;
  if (personId === null) return withoutPerson;
  await services.write(system, async ({ tx, audit, touch }) => {
    const id = newId();
    await insertActions(tx, [
      {
        id,
        personId,
        ruleId: null,
        ruleRunId: null,
        type: by,
        config: { template, quote: run.quote },
        notBefore: new Date().toISOString(),
        causedBy: callId,
      },
    ]);
    audit({
      eventType: "data_change",
      entityType: "action",
      entityId: id,
      details: { kind: "agent_planned_message" },
      metadata: { callId, template, by },
    });
    touch("actions");
  });
  return done("Planned. It is sent if the rules allow it; do not promise it.");
};

const optOut = async (_input: object, { conversation, services, run }: ToolContext): Promise<ToolResult> => {
  await services.optOut(conversation.call, run.quote);
  run.acts.push({ kind: "opt_out", quote: run.quote });
  return done("Done for all channels. Confirm it in one sentence and say goodbye.");
};

const handOver = async (
  { reason, note }: { reason: never; note: string },
  { run }: ToolContext,
): Promise<ToolResult> => {
  run.acts.push({ kind: "hand_over", reason, note });
  return done("A person takes over after your next sentence. Say so.");
};

const endCall = async ({ outcome }: { outcome: string }, { run }: ToolContext): Promise<ToolResult> => {
  run.acts.push({
    kind: "end_call",
    reason: "goodbye",
    outcome: outcome === "none" ? null : (outcome as Extract<AgentAct, { kind: "end_call" }>["outcome"]),
  });
  return done("The call ends after your goodbye.");
};

const languageNames: Record<ScriptLanguage, string> = {
  en: "English",
  es: "Spanish",
  fr: "French",
  de: "German",
};

const setLanguage = async (
  { language }: { language: ScriptLanguage },
  { conversation, run }: ToolContext,
): Promise<ToolResult> => {
  switchLanguage(conversation, language);
  run.acts.push({ kind: "set_language", language });
  return done(`Go on in ${languageNames[language]}.`);
};

const handlers: Record<AgentToolName, ToolHandler> = {
  search_knowledge: searchTool as ToolHandler,
  my_record: myRecord as ToolHandler,
  list_times: listTimes as ToolHandler,
  request_appointment: requestAppointment as ToolHandler,
  cancel_request: cancel as ToolHandler,
  confirm: confirm as ToolHandler,
  set_detail: storeDetail as ToolHandler,
  propose_address: addNote(
    "address_proposed",
    "Named another address",
    ({ kind, value }: never) => `${kind}: ${value}`,
  ),
  request_callback: requestCallback as ToolHandler,
  send_me: sendMe as ToolHandler,
  opt_out: optOut as ToolHandler,
  hand_over: handOver as ToolHandler,
  note: addNote("note_added", "Note of the voice agent", ({ text }: never) => String(text)),
  set_language: setLanguage as ToolHandler,
  end_call: endCall as ToolHandler,
};
