import { setTimeout as sleep } from "node:timers/promises";
import type { AgentAct } from "#domain/agent/act.ts";
import { asksForNumber, nextStep } from "#domain/agent/flow.ts";
import { decideHandoff } from "#domain/agent/handoff.ts";
import { nextLanguage } from "#domain/agent/language-choice.ts";
import { openingOf } from "#domain/agent/opening.ts";
import { agentPhrases } from "#domain/agent/phrases.ts";
import { applyPolicies, type PolicyDecision, type PolicyName } from "#domain/agent/policies.ts";
import { tellsValue } from "#domain/agent/read-back.ts";
import { scriptedReply } from "#domain/agent/scripted-reply.ts";
import { type UtteranceMeaning, understand } from "#domain/agent/understand.ts";
import { assessSafety, assessWhole, type SafetyFinding } from "#domain/safety/assess-safety.ts";
import type { SafetyKind } from "#domain/safety/safety-kind.ts";
import type { HandoffReason } from "#domain/voice/call.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import { readRisk } from "#server/ai/local-reader.ts";
import type { AnswerTrace } from "#server/store/voice/agent-turns.ts";
import { answerByModel } from "./answer-by-model.ts";
import { type AgentConversation, type AgentServices, switchLanguage } from "./conversation.ts";
import { findPassages, isQuestion, startTurn, type Turn, takeSpokenFacts, type Utterance } from "./turn.ts";

export type TurnAnswer = { acts: AgentAct[]; trace: AnswerTrace };

const optOutWaitMs = 3_000;

/** Says the next words of the agent piece by piece; returns what else it does and how it came to them. */
export const answerTurn = async (
  services: AgentServices,
  conversation: AgentConversation,
  utterance: Utterance,
  emit: (piece: string) => void,
): Promise<TurnAnswer> => {
  const languageBefore = conversation.language;
  const turn = startTurn(services, conversation, utterance, emit);
  followLanguage(turn);
  try {
    await decideAnswer(turn, languageBefore);
  } catch (error) {
    // What the person has heard must have an end and a record.
    if (turn.trace.planned === "") throw error;
    services.log.warn({ error, callId: conversation.call.id }, "a step after the words of an answer failed");
  }
  if (asksForNumber(conversation.script, conversation.memory.flow)) turn.acts.push({ kind: "collect_keys" });
  turn.trace.times.totalMs = turn.since();
  conversation.acts.push(...turn.acts);
  return { acts: turn.acts, trace: turn.trace };
};

const decideAnswer = async (turn: Turn, languageBefore: ScriptLanguage): Promise<void> => {
  const policy = findPolicy(turn, languageBefore);
  if (policy) return answerByPolicy(turn, policy);
  const reason = findHandoff(turn);
  if (reason) return answerByHandoff(turn, reason);
  repeatNotice(turn);
  const isModels = turn.conversation.models !== undefined && !isProcedure(turn);
  if (isModels && ((await answerByModel(turn)) || turn.signal.aborted)) return;
  return answerByScript(turn);
};

const followLanguage = ({ conversation, text, recognised, acts }: Turn): void => {
  const { language, detected } = nextLanguage({
    current: conversation.language,
    text,
    detectedBefore: conversation.detectedLanguage,
    recognised,
  });
  conversation.detectedLanguage = detected;
  if (language === conversation.language) return;
  switchLanguage(conversation, language);
  acts.push({ kind: "set_language", language });
};

/** Who hears the agent in another language for the first time is told again who speaks, and whether it is recorded. */
const repeatNotice = ({ conversation, sayAll }: Turn): void => {
  const { language, business, isRecording, noticed } = conversation;
  if (noticed.has(language)) return;
  noticed.add(language);
  sayAll(openingOf({ language, business, isRecorded: isRecording, opening: "" }).text);
};

const canTransfer = ({ conversation: { isStaffed, phone }, now }: Turn): boolean =>
  isStaffed(now) && phone.transferTargets.length > 0;

/** What the question before explains: a number may be a bill or an age, "no" a denial or a complaint. */
const readWithQuestion: readonly SafetyKind[] = ["minor", "complaint"];
/** The languages whose words of danger were learned. */
const learnedLanguages: readonly ScriptLanguage[] = ["en", "es"];

const findSafety = ({ text, conversation: { lines, language } }: Turn): SafetyFinding | null => {
  if (text.trim() === "") return null;
  // Read from the words alone, as the limits were measured: a question before them hides nearly everything.
  const alone = learnedLanguages.includes(language)
    ? assessSafety(text, (words) => readRisk({ text: words, channel: "call" }).safety)
    : null;
  if (alone && !readWithQuestion.includes(alone.kind)) return alone;
  const previous = lines.findLast(({ speaker }) => speaker === "agent")?.text ?? null;
  return assessWhole(text, readRisk({ text, previous, channel: "call" }).safety);
};

const findPolicy = (turn: Turn, languageBefore: ScriptLanguage): PolicyDecision | null => {
  const { conversation, text, digit, reading, now } = turn;
  return applyPolicies({
    text,
    digit,
    language: conversation.language,
    languageBefore,
    business: conversation.business,
    reading,
    safety: findSafety(turn),
    isStaffed: conversation.isStaffed(now),
    hasTargets: conversation.phone.transferTargets.length > 0,
    abuseCount: conversation.memory.abuseCount,
    isRecording: conversation.isRecording,
    purpose: conversation.script.opening,
    isInbound: conversation.call.type === "inbound",
    handoffTrigger: conversation.config.handoffTrigger,
  });
};

/** Policies whose words also say what the person wants of the business. */
const keptReadings: readonly PolicyName[] = ["goodbye", "wants_person", "complaint"];

/** What code answers alone. */
const answerByPolicy = async (turn: Turn, { policy, reply, goesOn }: PolicyDecision): Promise<void> => {
  const { services, conversation, text, reading, trace, acts } = turn;
  const { memory } = conversation;
  trace.policy = policy;
  const isComplaint = policy === "complaint";
  if (isComplaint) acts.push(...takeSpokenFacts(turn));
  // These words say nothing about what the person wants of the business.
  if (reading && !keptReadings.includes(policy)) conversation.readings.pop();
  if (policy === "abuse") memory.abuseCount++;
  // To somebody in grief nothing of the script is said any more.
  if (policy === "vulnerable")
    conversation.script = { ...conversation.script, steps: [], goals: [], facts: [] };
  // Stored before the person is told so. It is tried until it is stored; the person does not wait for a database that is away.
  if (reply.acts.some(({ kind }) => kind === "opt_out"))
    await Promise.race([services.optOut(conversation.call, text || "STOP"), sleep(optOutWaitMs)]);
  acts.push(...reply.acts);
  for (const act of reply.acts) if (act.kind === "set_language") switchLanguage(conversation, act.language);
  if ((policy === "wants_person" || isComplaint) && !reply.acts.some(({ kind }) => kind === "hand_over"))
    promiseCallback(turn, isComplaint ? "complaint" : "asked");
  turn.sayAll(reply.text);
  if (policy === "switch_language") repeatNotice(turn);
  memory.flow = { ...memory.flow, lastText: reply.text };
  if (goesOn) goOn(turn);
  trace.times.decidedMs = turn.since();
};

/** After a policy's words: the script goes on, unless the person complains. */
const goOn = ({ conversation, reading, sayAll }: Turn): void => {
  if (reading?.intent === "complaint") {
    sayAll(agentPhrases[conversation.language].complaint);
    return;
  }
  const { step, state } = nextStep(conversation.script, conversation.memory.flow);
  conversation.memory.flow = state;
  if (step.kind !== "done") sayAll(step.text);
};

const findHandoff = ({ conversation: { config, call, memory }, text, reading }: Turn): HandoffReason | null =>
  decideHandoff({
    text,
    trigger: config.handoffTrigger,
    reading,
    intentScore: call.intentScore,
    unknownInARow: memory.unknownInARow,
  });

/** The configured trigger for a person. */
const answerByHandoff = (turn: Turn, reason: HandoffReason): void => {
  const { conversation, trace, acts } = turn;
  const phrases = agentPhrases[conversation.language];
  trace.policy = `handoff:${reason}`;
  acts.push(...takeSpokenFacts(turn));
  if (canTransfer(turn)) {
    acts.push({ kind: "hand_over", reason, note: "" });
    turn.sayAll(phrases.toPerson);
  } else {
    promiseCallback(turn, reason);
    turn.sayAll(phrases.toPersonClosed);
  }
  trace.times.decidedMs = turn.since();
};

/** No person can take the call: one calls back, and the next words of the caller may say when. */
const promiseCallback = ({ conversation: { memory }, acts, text }: Turn, reason: HandoffReason): void => {
  acts.push({ kind: "person_asked", reason });
  if (!acts.some(({ kind }) => kind === "request"))
    acts.push({ kind: "request", request: "callback", topic: "", wanted: "", quote: text });
  memory.flow = { ...memory.flow, pending: "?callback" };
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

const isProcedure = ({ conversation: { memory, whispers }, text, reading }: Turn): boolean => {
  // Only a model understands an operator's note.
  if (whispers.length > 0) return false;
  const isTimeAsked = memory.flow.pending?.startsWith("?") === true;
  return isTimeAsked || tellsValue(text, memory.flow) || procedures.includes(understand(text, reading));
};

const answerByScript = async (turn: Turn): Promise<void> => {
  const { conversation, text, epoch, reading, now, trace, acts } = turn;
  const { memory } = conversation;
  trace.decidedBy = "script";
  const reply = scriptedReply({
    script: conversation.script,
    flow: memory.flow,
    text,
    reading,
    passages: isQuestion(turn) ? await findPassages(turn) : [],
    language: conversation.language,
    business: conversation.business,
    isStaffed: conversation.isStaffed(now),
    whispers: conversation.whispers.splice(0),
    turn: epoch,
    clock: { now, timezone: conversation.timezone },
    unknownInARow: memory.unknownInARow,
  });
  memory.flow = reply.flow;
  memory.unknownInARow = reply.isUnknown ? memory.unknownInARow + 1 : 0;
  acts.push(...reply.acts);
  trace.policy = reply.understood;
  trace.passages = reply.usedPassages;
  trace.grounding = reply.usedPassages.length > 0 ? "documented" : "smalltalk";
  trace.times.decidedMs = turn.since();
  turn.sayAll(reply.text);
};
