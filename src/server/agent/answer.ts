import { setTimeout as sleep } from "node:timers/promises";
import type { AgentAct } from "#domain/agent/act.ts";
import { checkPiece, truthfulReplacement } from "#domain/agent/check-piece.ts";
import { nextStep } from "#domain/agent/flow.ts";
import { decideHandoff } from "#domain/agent/handoff.ts";
import type { Passage } from "#domain/agent/knowledge.ts";
import { nextLanguage } from "#domain/agent/language-choice.ts";
import { agentPhrases } from "#domain/agent/phrases.ts";
import { applyPolicies } from "#domain/agent/policies.ts";
import { agentPromptVersion, buildTurnMessages } from "#domain/agent/prompt.ts";
import { scriptedReply, takeAnswer } from "#domain/agent/scripted-reply.ts";
import { findSources } from "#domain/agent/sources.ts";
import { createPieceSplitter } from "#domain/agent/speech-pieces.ts";
import { toSpokenForm } from "#domain/agent/spoken-form.ts";
import type { AgentToolName } from "#domain/agent/tool-names.ts";
import { type UtteranceMeaning, understand } from "#domain/agent/understand.ts";
import { minimiseText } from "#domain/ai/minimise.ts";
import { answeringFit } from "#domain/knowledge/rank-passages.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { HandoffReason } from "#domain/voice/call.ts";
import type { ConversationReply } from "#server/ai/ai-client.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import { searchKnowledge } from "#server/store/ai/knowledge.ts";
import type { AnswerTrace } from "#server/store/voice/agent-turns.ts";
import { type AgentConversation, switchLanguage } from "./conversation.ts";
import { type AgentServices, createTools } from "./tools.ts";

export type Utterance = { epoch: number; text: string; digit: string | null; signal: AbortSignal };

export type TurnAnswer = { acts: AgentAct[]; trace: AnswerTrace };

const maxOutputTokens = 160;
const optOutWaitMs = 3_000;
const maxPassages = 5;

/** Says the next words of the agent piece by piece; returns what else it does and how it came to them. */
export const answerTurn = async (
  services: AgentServices,
  conversation: AgentConversation,
  utterance: Utterance,
  emit: (piece: string) => void,
): Promise<TurnAnswer> => {
  const startedAt = performance.now();
  const times: Record<string, number> = {};
  const since = (): number => Math.round((performance.now() - startedAt) * 10) / 10;
  const trace: AnswerTrace = {
    epoch: utterance.epoch,
    decidedBy: "policy",
    policy: null,
    vendor: null,
    model: null,
    promptVersion: null,
    times,
    toolCalls: [],
    passages: [],
    grounding: null,
    failedChecks: [],
    planned: "",
    cost: null,
    result: "said",
  };
  const say = (piece: string): void => {
    // A model may begin with the mark that ended its heading.
    const spoken = toSpokenForm(piece, conversation.language)
      .replace(/^[\s:;,.–—-]+/, "")
      .trim();
    if (spoken === "" || utterance.signal.aborted) return;
    times.firstPieceMs ??= since();
    trace.planned = trace.planned === "" ? spoken : `${trace.planned} ${spoken}`;
    emit(spoken);
  };
  const sayAll = (text: string): void => {
    const splitter = createPieceSplitter();
    for (const piece of [...splitter.push(text), ...splitter.end()]) say(piece);
  };
  const acts: AgentAct[] = [];
  const done = (): TurnAnswer => {
    times.totalMs = since();
    conversation.acts.push(...acts);
    return { acts, trace };
  };

  const now = Date.now();
  const reading = read(conversation, utterance.text, now);
  const languageBefore = conversation.language;
  const language = nextLanguage({
    current: languageBefore,
    text: utterance.text,
    detectedBefore: conversation.detectedLanguage,
  });
  conversation.detectedLanguage = language.detected;
  if (language.language !== conversation.language) {
    switchLanguage(conversation, language.language);
    acts.push({ kind: "set_language", language: language.language });
  }

  const policy = applyPolicies({
    text: utterance.text,
    digit: utterance.digit,
    language: conversation.language,
    languageBefore,
    business: conversation.business,
    reading,
    isStaffed: conversation.isStaffed(now),
    hasTargets: conversation.phone.transferTargets.length > 0,
    abuseCount: conversation.memory.abuseCount,
    isRecording: conversation.isRecording,
  });
  if (policy) {
    trace.policy = policy.policy;
    // These words say nothing about what the person wants of the business.
    if (reading && policy.policy !== "goodbye" && policy.policy !== "wants_person")
      conversation.readings.pop();
    if (policy.policy === "abuse") conversation.memory.abuseCount++;
    const optOut = policy.reply.acts.find((act) => act.kind === "opt_out");
    // Stored before the person is told so.
    if (optOut)
      await Promise.race([
        services.optOut(conversation.call, utterance.text || "STOP"),
        // It is tried until it is stored; the person does not wait for a database that is away.
        sleep(optOutWaitMs),
      ]);
    acts.push(...policy.reply.acts);
    for (const act of policy.reply.acts)
      if (act.kind === "set_language") switchLanguage(conversation, act.language);
    if (policy.policy === "wants_person" && !policy.reply.acts.some(({ kind }) => kind === "hand_over"))
      promiseCallback(conversation, acts, "asked", utterance.text);
    sayAll(policy.reply.text);
    conversation.memory.flow = { ...conversation.memory.flow, lastText: policy.reply.text };
    if (!policy.goesOn) {
      times.decidedMs = since();
      return done();
    }
    if (reading?.intent === "complaint") sayAll(agentPhrases[conversation.language].complaint);
    else {
      const step = nextStep(conversation.script, conversation.memory.flow);
      conversation.memory.flow = step.state;
      if (step.step.kind !== "done") sayAll(step.step.text);
    }
    times.decidedMs = since();
    return done();
  }

  const handoff = decideHandoff({
    trigger: conversation.config.handoffTrigger,
    reading,
    intentScore: conversation.call.intentScore,
    unknownInARow: conversation.memory.unknownInARow,
  });
  if (handoff) {
    trace.policy = `handoff:${handoff}`;
    acts.push(...takeSpokenFacts(conversation, utterance.text, reading, now));
    const phrases = agentPhrases[conversation.language];
    const canTransfer = conversation.isStaffed(now) && conversation.phone.transferTargets.length > 0;
    if (canTransfer) acts.push({ kind: "hand_over", reason: handoff, note: "" });
    else promiseCallback(conversation, acts, handoff, utterance.text);
    sayAll(canTransfer ? phrases.toPerson : phrases.toPersonClosed);
    times.decidedMs = since();
    return done();
  }

  if (conversation.models && !isProcedure(conversation, utterance.text, reading)) {
    const replied = await answerByModel(services, conversation, utterance, {
      reading,
      say,
      times,
      trace,
      acts,
      now,
    });
    if (replied || utterance.signal.aborted) return done();
  }
  trace.decidedBy = "script";
  await answerByScript(services, conversation, utterance, {
    reading,
    sayAll,
    times,
    since,
    trace,
    acts,
    now,
  });
  return done();
};

/** What the script does step by step, with or without a model: dates, refusals, complaints and goodbyes. */
const procedures: readonly UtteranceMeaning[] = [
  "nothing_heard",
  "repeat",
  "who_is_calling",
  "promise",
  "complaint",
  "booking",
  "change_appointment",
  "busy",
  "undecided",
  "not_interested",
  "thanks",
  "goodbye",
];

const isProcedure = (
  { memory, whispers }: AgentConversation,
  text: string,
  reading: MessageReading | null,
): boolean => {
  // Only a model understands an operator's note.
  if (whispers.length > 0) return false;
  const isTimeAsked = memory.flow.pending?.startsWith("?") === true;
  return isTimeAsked || procedures.includes(understand(text, reading));
};

/** What the words say about the script's facts; the flow remembers it. */
const takeSpokenFacts = (
  { script, memory, timezone }: AgentConversation,
  text: string,
  reading: MessageReading | null,
  now: number,
): AgentAct[] => {
  const { state, found } = takeAnswer(
    { script, flow: memory.flow, text, clock: { now, timezone } },
    understand(text, reading),
  );
  memory.flow = state;
  return found.map((fact) => ({ kind: "fact", ...fact }));
};

/** No person can take the call: one calls back, and the next words of the caller may say when. */
const promiseCallback = (
  { memory }: AgentConversation,
  acts: AgentAct[],
  reason: HandoffReason,
  quote: string,
): void => {
  acts.push({ kind: "person_asked", reason });
  if (!acts.some(({ kind }) => kind === "request"))
    acts.push({ kind: "request", request: "callback", topic: "", wanted: "", quote });
  memory.flow = { ...memory.flow, pending: "?callback" };
};

const read = (
  { timezone, locale, lines, readings }: AgentConversation,
  text: string,
  now: number,
): MessageReading | null => {
  if (text.trim() === "") return null;
  const previous = lines.findLast(({ speaker }) => speaker === "agent")?.text ?? null;
  const reading = readMessage({ text, previous }, { now, timezone, locale });
  readings.push(reading);
  return reading;
};

const isQuestion = (text: string, reading: MessageReading | null): boolean =>
  /[?¿]/.test(text) || reading?.intent === "question" || (reading?.asks.length ?? 0) > 0;

const findPassages = async (
  { database }: AgentServices,
  conversation: AgentConversation,
  query: string,
  now: number,
): Promise<Passage[]> =>
  searchKnowledge(database.db, {
    query,
    language: conversation.language,
    entryIds: conversation.scriptRow?.knowledgeIds ?? [],
    now,
    timezone: conversation.timezone,
    limit: maxPassages,
  });

type ModelTurn = {
  reading: MessageReading | null;
  say: (piece: string) => void;
  times: Record<string, number>;
  trace: AnswerTrace;
  acts: AgentAct[];
  now: number;
};

/** False when no model said anything, so that the script answers. */
const answerByModel = async (
  services: AgentServices,
  conversation: AgentConversation,
  { epoch, text, signal }: Utterance,
  { reading, say, times, trace, acts, now }: ModelTurn,
): Promise<boolean> => {
  const { models, script, memory, knowledge, call } = conversation;
  if (!models) return false;
  const asks = isQuestion(text, reading);
  // A small base is part of the instructions; only a large one is searched before the answer.
  const found = asks && knowledge.length === 0 ? await findPassages(services, conversation, text, now) : [];
  const flowBefore = memory.flow;
  const facts = takeSpokenFacts(conversation, text, reading, now);
  const step = nextStep(script, memory.flow);
  const toolsRun: AgentToolName[] = [];
  const tools = createTools(services, conversation, { epoch, quote: text, acts, toolsRun, trace });
  const prompt = buildTurnMessages({
    person: {
      firstName: call.firstName,
      type: call.personType ?? "lead",
      status: call.personStatus ?? "new",
      language: call.personLanguage,
      requests: call.requests.map(({ kind, topic, wanted }) =>
        [kind, topic, wanted].filter(Boolean).join(": "),
      ),
      facts: Object.entries(memory.flow.facts).map(([key, { value }]) => `${key}: ${value}`),
    },
    // A caller's number is no proof of identity.
    earlier: call.type === "inbound" ? [] : call.earlier,
    turns: conversation.lines.slice(-20),
    passages: found,
    nextStep: step.step.kind === "done" ? null : step.step.text,
    whispers: conversation.whispers.splice(0),
    now: new Date(now).toISOString(),
    isStaffed: conversation.isStaffed(now),
    language: conversation.language,
    fence: conversation.fence,
    message: text,
  });
  // Personal data is replaced once for the whole prompt, and put back where the answer names it.
  const sent = conversation.minimisesText ? minimiseText(prompt) : { text: prompt, restore: keepText };
  const ownSources = [
    ...knowledge.map((entry) => `${entry.title} ${entry.text}`),
    ...found.map((passage) => `${passage.title} ${passage.text}`),
    script.opening,
    ...script.steps,
    ...script.goals.map((goal) => goal.say),
    ...script.facts.map((fact) => fact.question),
  ];
  const sources = [
    ...ownSources,
    ...conversation.lines.map((line) => line.text),
    ...call.requests.map(({ topic, wanted }) => `${topic} ${wanted}`),
    ...Object.values(memory.flow.facts).map(({ value }) => value),
    text,
  ];
  const previous = conversation.lines
    .filter(({ speaker }) => speaker === "agent")
    .slice(-3)
    .map((line) => line.text);
  const splitter = createPieceSplitter();
  let isReplaced = false;
  const check = (written: string): void => {
    const piece = sent.restore(written);
    const checked = checkPiece(piece, {
      sources,
      ownSources,
      toolsRun,
      previous,
      language: conversation.language,
      canary: conversation.fence,
    });
    if (checked.ok) return say(piece);
    trace.failedChecks.push(checked.problem);
    // One true sentence stands for all that could not be proved.
    if (!isReplaced) say(truthfulReplacement(checked.problem, conversation.language));
    isReplaced = true;
  };
  const startedAt = performance.now();
  const reply: ConversationReply | undefined = await models.respond({
    instructions: conversation.instructions,
    prompt: sent.text,
    tools: tools.map((tool) => ({ ...tool, run: (given) => tool.run(restoreInput(given, sent.restore)) })),
    maxOutputTokens,
    signal,
    promptVersion: agentPromptVersion,
    personId: call.personId,
    onText: (chunk) => {
      times.firstTokenMs ??= Math.round((performance.now() - startedAt) * 10) / 10;
      for (const piece of splitter.push(chunk)) check(piece);
    },
  });
  for (const piece of splitter.end()) check(piece);
  if (reply) {
    trace.vendor = reply.vendor;
    trace.model = reply.model;
    trace.promptVersion = agentPromptVersion;
    trace.cost = (trace.cost ?? 0) + reply.cost;
  }
  if (trace.planned === "") {
    trace.result = reply?.outcome ?? "no_provider";
    // The script takes the facts itself.
    memory.flow = flowBefore;
    return acts.some(({ kind }) => kind === "opt_out" || kind === "end_call" || kind === "hand_over");
  }
  trace.decidedBy = "model";
  acts.push(...facts);
  memory.flow = step.state;
  const used = findSources(trace.planned, knowledge.length > 0 ? knowledge : found);
  trace.passages = used.map(({ id }) => id);
  trace.grounding = trace.failedChecks.length > 0 ? "inferred" : used.length > 0 ? "documented" : "smalltalk";
  if (asks) await noteUnknown(services, conversation, text, used.length > 0, acts, now);
  return true;
};

const keepText = (text: string): string => text;

/** The input of a tool with the personal data that the prompt left out. */
const restoreInput = (given: unknown, restore: (text: string) => string): unknown => {
  if (typeof given === "string") return restore(given);
  if (Array.isArray(given)) return given.map((one) => restoreInput(one, restore));
  if (given === null || typeof given !== "object") return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, restoreInput(value, restore)]),
  );
};

/** Counts questions in a row that the knowledge base does not answer, and keeps them for the operators. */
const noteUnknown = async (
  services: AgentServices,
  { memory, call, language, scriptRow, timezone }: AgentConversation,
  text: string,
  isAnswered: boolean,
  acts: AgentAct[],
  now: number,
): Promise<void> => {
  if (isAnswered) {
    memory.unknownInARow = 0;
    return;
  }
  const found = await searchKnowledge(services.database.db, {
    query: text,
    language,
    entryIds: scriptRow?.knowledgeIds ?? [],
    now,
    timezone,
    limit: 1,
  });
  if ((found[0]?.fit ?? 0) >= answeringFit) return;
  memory.unknownInARow++;
  acts.push({ kind: "unanswered", question: text });
  services.log.info({ callId: call.id }, "a question without an answer");
};

type ScriptTurn = Omit<ModelTurn, "say"> & { sayAll: (text: string) => void; since: () => number };

const answerByScript = async (
  services: AgentServices,
  conversation: AgentConversation,
  { text, epoch }: Utterance,
  { reading, sayAll, times, since, trace, acts, now }: ScriptTurn,
): Promise<void> => {
  const passages = isQuestion(text, reading) ? await findPassages(services, conversation, text, now) : [];
  const reply = scriptedReply({
    script: conversation.script,
    flow: conversation.memory.flow,
    text,
    reading,
    passages,
    language: conversation.language,
    business: conversation.business,
    isStaffed: conversation.isStaffed(now),
    whispers: conversation.whispers.splice(0),
    turn: epoch,
    clock: { now, timezone: conversation.timezone },
    unknownInARow: conversation.memory.unknownInARow,
  });
  conversation.memory.flow = reply.flow;
  conversation.memory.unknownInARow = reply.isUnknown ? conversation.memory.unknownInARow + 1 : 0;
  acts.push(...reply.acts);
  trace.policy = reply.understood;
  trace.passages = reply.usedPassages;
  trace.grounding = reply.usedPassages.length > 0 ? "documented" : "smalltalk";
  times.decidedMs = since();
  sayAll(reply.text);
};
