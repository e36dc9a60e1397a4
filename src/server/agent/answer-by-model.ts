import { checkPiece, truthfulReplacement } from "#domain/agent/check-piece.ts";
import { nextStep } from "#domain/agent/flow.ts";
import type { Passage } from "#domain/agent/knowledge.ts";
import { callerZone, localClock } from "#domain/agent/local-clock.ts";
import { agentPromptVersion, buildTurnMessages } from "#domain/agent/prompt.ts";
import { findSources } from "#domain/agent/sources.ts";
import { createPieceSplitter } from "#domain/agent/speech-pieces.ts";
import type { AgentToolName } from "#domain/agent/tool-names.ts";
import { minimiseText } from "#domain/ai/minimise.ts";
import { answeringFit } from "#domain/knowledge/rank-passages.ts";
import type { AgentConversation } from "./conversation.ts";
import { createTools } from "./tools.ts";
import { findPassages, isQuestion, type Turn, takeSpokenFacts } from "./turn.ts";

const maxOutputTokens = 160;

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
  const check = createCheck(turn, ownSources, toolsRun);
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
      for (const piece of splitter.push(chunk)) check(sent.restore(piece));
    },
  });
  for (const piece of splitter.end()) check(sent.restore(piece));
  if (reply) {
    trace.vendor = reply.vendor;
    trace.model = reply.model;
    trace.promptVersion = agentPromptVersion;
    trace.cost = reply.cost;
  }
  if (trace.planned === "") {
    trace.result = reply?.outcome ?? "no_provider";
    // The script takes the facts itself.
    memory.flow = flowBefore;
    return acts.some(({ kind }) => kind === "opt_out" || kind === "end_call" || kind === "hand_over");
  }
  trace.decidedBy = "model";
  acts.push(...facts);
  memory.flow = state;
  const used = findSources(trace.planned, knowledge.length > 0 ? knowledge : found);
  trace.passages = used.map(({ id }) => id);
  trace.grounding = trace.failedChecks.length > 0 ? "inferred" : used.length > 0 ? "documented" : "smalltalk";
  if (used.length > 0 && asks) memory.unknownInARow = 0;
  if (used.length === 0 && asks) noteUnknown(turn, isSearched ? searched : await searchPassages(turn));
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

/** Speaks the pieces that can be proved; one true sentence stands for all others. */
const createCheck = (turn: Turn, ownSources: string[], toolsRun: readonly AgentToolName[]) => {
  const { conversation, text, trace, say } = turn;
  const { call, memory, lines } = conversation;
  const heard = [
    ...lines.map((line) => line.text),
    ...call.requests.map(({ topic, wanted }) => `${topic} ${wanted}`),
    ...Object.values(memory.flow.facts).map(({ value }) => value),
    text,
  ];
  const previous = lines
    .filter(({ speaker }) => speaker === "agent")
    .slice(-3)
    .map((line) => line.text);
  let isReplaced = false;
  return (piece: string): void => {
    const checked = checkPiece(piece, {
      sources: [...ownSources, ...heard],
      ownSources,
      toolsRun,
      previous,
      language: conversation.language,
      canary: conversation.fence,
    });
    if (checked.ok) {
      say(piece);
      return;
    }
    trace.failedChecks.push(checked.problem);
    if (!isReplaced) say(truthfulReplacement(checked.problem, conversation.language));
    isReplaced = true;
  };
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
