import { choosePassage, quotePassage } from "#domain/agent/answer-passage.ts";
import { checkPiece, isUnknown, type PieceProblem, truthfulReplacement } from "#domain/agent/check-piece.ts";
import { nextStep } from "#domain/agent/flow.ts";
import type { Passage } from "#domain/agent/knowledge.ts";
import { callerZone, localClock } from "#domain/agent/local-clock.ts";
import { agentPhrases } from "#domain/agent/phrases.ts";
import { agentPromptVersion, buildTurnMessages } from "#domain/agent/prompt.ts";
import { createPieceSplitter } from "#domain/agent/speech-pieces.ts";
import type { AgentToolName } from "#domain/agent/tool-names.ts";
import { minimiseText } from "#domain/ai/minimise.ts";
import type { GroundingSource } from "#domain/grounding/grounding-passage.ts";
import { answeringFit } from "#domain/knowledge/rank-passages.ts";
import type { AgentConversation } from "./conversation.ts";
import { groundingSources } from "./grounding-sources.ts";
import { createTools } from "./tools.ts";
import { findPassages, isQuestion, type Turn, takeSpokenFacts } from "./turn.ts";

const maxOutputTokens = 160;
/** Of a spoken answer: about 40 seconds. The sentence that passes it is the last. */
const maxSpokenLength = 560;

/** False when no model said anything, so that the script answers. */
export const answerByModel = async (turn: Turn): Promise<boolean> => {
  const { conversation, signal, acts, trace } = turn;
  const { models, script, memory, knowledge } = conversation;
  if (!models) return false;
  const asks = isQuestion(turn);
  // A small base is part of the instructions; only for a large one the answer waits.
  const isSearched = asks && conversation.isLargeBase;
  const searched = isSearched ? await searchPassages(turn) : undefined;
  const found = searched ?? [];
  const flowBefore = memory.flow;
  // A notice may have been said before the model is asked.
  const said = trace.planned;
  const facts = takeSpokenFacts(turn);
  const { step, state } = nextStep(script, memory.flow);
  const prompt = buildPrompt(turn, found, step.kind === "done" ? null : step.text);
  // Personal data is replaced once for the whole prompt, and put back where the answer names it.
  const sent = conversation.minimisesText
    ? minimiseText(prompt, conversation.knownNames)
    : { text: prompt, restore: keepText };
  const ownSources = businessTexts(conversation, found);
  const toolsRun: AgentToolName[] = [];
  const tools = createTools(turn, toolsRun, ownSources);
  const speech = createSpeech(turn, ownSources, groundingSources(conversation, found), toolsRun);
  const splitter = createPieceSplitter();
  const startedAt = performance.now();
  const reply = await models.respond({
    instructions: conversation.instructions,
    prompt: sent.text,
    tools: tools.map((tool) => ({ ...tool, run: (given) => tool.run(restoreInput(given, sent.restore)) })),
    maxOutputTokens,
    signal,
    promptVersion: agentPromptVersion,
    personId: conversation.call.personId,
    onText: (chunk) => {
      trace.times.firstTokenMs ??= Math.round((performance.now() - startedAt) * 10) / 10;
      for (const piece of splitter.push(chunk)) speech.take(sent.restore(piece));
    },
  });
  for (const piece of splitter.end()) speech.take(sent.restore(piece));
  if (speech.problem !== null) await replaceUnproved(turn, speech.problem);
  else speech.endSentence();
  if (reply) {
    trace.vendor = reply.vendor;
    trace.model = reply.model;
    trace.promptVersion = agentPromptVersion;
    trace.cost = reply.cost;
  }
  if (trace.planned === said) {
    trace.result = reply?.outcome ?? "no_provider";
    // The script takes the facts itself.
    memory.flow = flowBefore;
    return acts.some(({ kind }) => kind === "opt_out" || kind === "end_call" || kind === "hand_over");
  }
  trace.decidedBy = "model";
  acts.push(...facts);
  memory.flow = state;
  const used = [...knowledge, ...found].filter((passage) => speech.used.has(passage));
  trace.passages = [...new Set([...trace.passages, ...used.map(({ id }) => id)])];
  trace.grounding =
    trace.failedChecks.length > 0 ? "inferred" : trace.passages.length > 0 ? "documented" : "smalltalk";
  if (trace.passages.length > 0 && asks) memory.unknownInARow = 0;
  const isNoted = acts.some(({ kind }) => kind === "unanswered");
  if (trace.passages.length === 0 && asks && !isNoted)
    noteUnknown(turn, isSearched ? searched : await searchPassages(turn));
  return true;
};

/** Undefined where the search failed: the model answers with what it has. */
const searchPassages = async (turn: Turn): Promise<Passage[] | undefined> => {
  try {
    return await findPassages(turn);
  } catch (error) {
    const { log } = turn.services;
    log.warn({ error, callId: turn.conversation.call.id }, "the knowledge base could not be searched");
    return undefined;
  }
};

const buildPrompt = (turn: Turn, passages: Passage[], step: string | null): string => {
  const { conversation, text, now } = turn;
  const { call, memory } = conversation;
  return buildTurnMessages({
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
    passages,
    nextStep: step,
    whispers: conversation.whispers.splice(0),
    now: localClock(now, conversation.timezone, callerZone(call.phoneNumber)),
    isStaffed: conversation.isStaffed(now),
    language: conversation.language,
    fence: conversation.fence,
    message: text,
  });
};

/** What the business itself wrote: only this may name prices and offers. */
const businessTexts = ({ knowledge, script }: AgentConversation, found: readonly Passage[]): string[] => [
  ...knowledge.map(({ title, text }) => `${title} ${text}`),
  ...found.map(({ title, text }) => `${title} ${text}`),
  script.opening,
  ...script.steps,
  ...script.goals.map(({ say }) => say),
  ...script.facts.map(({ question }) => question),
];

type Speech = {
  take: (piece: string) => void;
  /** Gives a sentence that broke off an end. */
  endSentence: () => void;
  /** Why the model was silenced. */
  problem: PieceProblem | null;
  used: Set<GroundingSource>;
};

const isWholeSentence = (text: string): boolean => /[.!?…]["”»)]?$/.test(text.trim());

/** Speaks the pieces that can be proved, up to the first that cannot; what follows it may rest on it. */
const createSpeech = (
  turn: Turn,
  ownSources: string[],
  knowledge: readonly GroundingSource[],
  toolsRun: readonly AgentToolName[],
): Speech => {
  const { conversation, text, trace, say } = turn;
  const { call, memory, lines } = conversation;
  const heard = [
    ...lines.map((line) => line.text),
    ...call.requests.map(({ topic, wanted }) => `${topic} ${wanted}`),
    ...Object.values(memory.flow.facts).map(({ value }) => value),
    text,
  ];
  // What is asked again is answered again.
  const previous = isQuestion(turn)
    ? []
    : lines
        .filter(({ speaker }) => speaker === "agent")
        .slice(-3)
        .map((line) => line.text);
  /** The part of a sentence that was spoken before its end. */
  let before = "";
  let isFull = false;
  const speech: Speech = {
    problem: null,
    used: new Set(),
    endSentence: () => {
      if (before !== "") say(agentPhrases[conversation.language].anythingElse);
    },
    take: (piece) => {
      if (speech.problem !== null || isFull) return;
      const checked = checkPiece(piece, {
        sources: [...ownSources, ...heard],
        ownSources,
        toolsRun,
        previous,
        language: conversation.language,
        canary: conversation.fence,
        grounding: { question: text, knowledge, before },
      });
      if (!checked.ok) {
        trace.failedChecks.push(checked.problem);
        speech.problem = checked.problem;
        return;
      }
      say(piece);
      if (checked.source) speech.used.add(checked.source);
      before = isWholeSentence(piece) ? "" : `${before} ${piece}`.trim();
      isFull = before === "" && trace.planned.length > maxSpokenLength;
    },
  };
  return speech;
};

/** In place of what cannot be proved: the passage's own words, or that a colleague will call. */
const replaceUnproved = async (turn: Turn, problem: PieceProblem): Promise<void> => {
  const { conversation, text, acts, trace, say, sayAll } = turn;
  const { language, business, isRecording } = conversation;
  if (isUnknown(problem)) {
    const passage = choosePassage((await searchPassages(turn)) ?? [], language);
    if (passage) {
      trace.passages = [passage.id];
      return sayAll(quotePassage(passage, text));
    }
    acts.push({ kind: "unanswered", question: text });
    if (!acts.some(({ kind }) => kind === "request" || kind === "hand_over"))
      acts.push({ kind: "request", request: "callback", topic: "", wanted: "", quote: text });
  }
  say(truthfulReplacement(problem, language, { business, isRecording }));
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
const noteUnknown = (turn: Turn, passages: readonly Passage[] | undefined): void => {
  if (!passages || (passages[0]?.fit ?? 0) >= answeringFit) return;
  turn.conversation.memory.unknownInARow++;
  turn.acts.push({ kind: "unanswered", question: turn.text });
};
