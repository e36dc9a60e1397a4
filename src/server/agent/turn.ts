import type { AgentAct } from "#domain/agent/act.ts";
import { instructsReader } from "#domain/agent/instructing-passage.ts";
import type { Passage } from "#domain/agent/knowledge.ts";
import { takeAnswer } from "#domain/agent/scripted-reply.ts";
import { createPieceSplitter } from "#domain/agent/speech-pieces.ts";
import { toSpokenForm } from "#domain/agent/spoken-form.ts";
import { understand } from "#domain/agent/understand.ts";
import { asksSomething } from "#domain/reading/asks-something.ts";
import type { MessageReading } from "#domain/reading/read-message.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import { searchKnowledge } from "#server/store/ai/knowledge.ts";
import type { AnswerTrace } from "#server/store/voice/agent-turns.ts";
import type { AgentConversation, AgentServices } from "./conversation.ts";

export type Utterance = {
  epoch: number;
  text: string;
  digit: string | null;
  /** The language that speech recognition found; null where it was told one. */
  recognised: ScriptLanguage | null;
  signal: AbortSignal;
};

/** One answer in the making. */
export type Turn = Utterance & {
  services: AgentServices;
  conversation: AgentConversation;
  now: number;
  /** Null for a key or for silence. */
  reading: MessageReading | null;
  /** What the answer does besides its words. */
  acts: AgentAct[];
  trace: AnswerTrace;
  /** Milliseconds since the words came in. */
  since: () => number;
  /** Speaks one piece. */
  say: (piece: string) => void;
  /** Speaks a text piece by piece. */
  sayAll: (text: string) => void;
};

export const startTurn = (
  services: AgentServices,
  conversation: AgentConversation,
  utterance: Utterance,
  emit: (piece: string) => void,
): Turn => {
  const startedAt = performance.now();
  const since = (): number => Math.round((performance.now() - startedAt) * 10) / 10;
  const trace: AnswerTrace = {
    epoch: utterance.epoch,
    decidedBy: "policy",
    policy: null,
    vendor: null,
    model: null,
    promptVersion: null,
    times: {},
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
    trace.times.firstPieceMs ??= since();
    trace.planned = trace.planned === "" ? spoken : `${trace.planned} ${spoken}`;
    emit(spoken);
  };
  const now = services.clock.now();
  return {
    ...utterance,
    services,
    conversation,
    now,
    reading: readWords(conversation, utterance.text, now),
    acts: [],
    trace,
    since,
    say,
    sayAll: (text) => {
      const splitter = createPieceSplitter();
      for (const piece of [...splitter.push(text), ...splitter.end()]) say(piece);
    },
  };
};

const readWords = (
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

export const isQuestion = ({ text, reading }: Pick<Turn, "text" | "reading">): boolean =>
  asksSomething(text, reading);

const maxPassages = 5;

/** What the knowledge base says to the words of this turn, without passages that give orders to the agent. */
export const findPassages = async ({
  services,
  conversation,
  text,
  now,
}: Pick<Turn, "services" | "conversation" | "text" | "now">): Promise<Passage[]> => {
  const found = await searchKnowledge(services.database.db, {
    query: text,
    language: conversation.language,
    entryIds: conversation.scriptRow?.knowledgeIds ?? [],
    now,
    timezone: conversation.timezone,
    limit: maxPassages,
  });
  return found.filter((passage) => !instructsReader(`${passage.title}\n${passage.text}`));
};

/** What the words say about the script's facts; the flow remembers it. */
export const takeSpokenFacts = ({ conversation, text, reading, now }: Turn): AgentAct[] => {
  const { script, memory, timezone } = conversation;
  const { state, found } = takeAnswer(
    { script, flow: memory.flow, text, clock: { now, timezone } },
    understand(text, reading),
  );
  memory.flow = state;
  return found.map((fact) => ({ kind: "fact", ...fact }));
};
