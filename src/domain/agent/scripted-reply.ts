import type { AgentAct, AgentReply } from "./act.ts";
import type { AgentPhrases } from "./agent-phrases.ts";
import { type FlowState, nextStep, pendingQuestions, takeFacts } from "./flow.ts";
import { agentPhrases } from "./phrases.ts";
import { optOutReply } from "./policy-replies.ts";
import { answerValue, correctFact } from "./read-back.ts";
import { declinesToAnswer } from "./read-fact.ts";
import { saysOptOut } from "./says-opt-out.ts";
import { acknowledge, answerClosing, answerPending, branches } from "./scripted-branches.ts";
import {
  draftReply,
  joinTexts,
  pickOther,
  type ReplyDraft,
  type ScriptedInput,
  type ScriptedTurn,
} from "./scripted-turn.ts";
import { type UtteranceMeaning, understand } from "./understand.ts";
import { readWantedTime } from "./wanted-time.ts";

export type { ScriptedInput } from "./scripted-turn.ts";

export type ScriptedReply = AgentReply & {
  flow: FlowState;
  usedPassages: string[];
  isUnknown: boolean;
  /** What decided it, for the trace. */
  understood: string;
};

/** A conversation is closed after this number of turns. */
export const maxScriptedTurns = 40;
/** An answer and the next paragraph are said in one turn up to this length. */
const maxTurnLength = 380;
/** After longer words than these, the next paragraph is left for another turn. */
const maxShortLength = 60;

const timeQuestion = (flow: FlowState, phrases: AgentPhrases): string | null => {
  if (flow.pending === pendingQuestions.callbackTime) return phrases.busyAskWhen;
  return flow.pending === pendingQuestions.appointmentTime ? phrases.appointmentAskWhen : null;
};

/** Adds what comes next in the script. A paragraph without a question takes the next question with it. */
const addNextStep = (
  { input, phrases }: ScriptedTurn,
  { text, flow, usedPassages, isUnknown }: ReplyDraft,
): { text: string; flow: FlowState } => {
  const hasAnswered = usedPassages.length > 0 || isUnknown;
  const question = timeQuestion(flow, phrases);
  if (question !== null) return { text: joinTexts(text, question), flow };
  let said = text;
  let state: FlowState = flow;
  for (let count = 0; count < 3; count++) {
    const next = nextStep(input.script, state);
    const { step } = next;
    if (step.kind === "done") {
      if (said !== text) break;
      const isRepeated = flow.lastText.endsWith(phrases.anythingElse);
      return {
        text: joinTexts(said, isRepeated ? phrases.answersIt : phrases.anythingElse),
        flow: { ...next.state, isClosing: true },
      };
    }
    const isAgain = step.kind === "ask" && (next.state.asked[step.fact.key] ?? 0) > 1;
    const start = hasAnswered ? phrases.backToQuestion : phrases.askAgain;
    const words = isAgain ? joinTexts(start, step.text) : step.text;
    const isTooLong = step.kind === "say" && said.length + words.length > maxTurnLength;
    // After a long answer the script waits for a turn.
    if (isTooLong && count === 0 && said.length > maxShortLength)
      return { text: joinTexts(said, phrases.answersIt), flow };
    if (isTooLong && count > 0) break;
    said = joinTexts(said, words);
    state = next.state;
    if (step.kind === "ask" || words.trimEnd().endsWith("?")) break;
  }
  return { text: said, flow: state };
};

const spokenWhisper = /^\s*(?:say|diga|di|dile|d[ií]gale)\s*:\s*(\S.*)$/is;

/** Meanings that are never the answer to a question of the script. */
const noAnswers: readonly UtteranceMeaning[] = [
  "nothing_heard",
  "repeat",
  "who_is_calling",
  "promise",
  "question",
  "complaint",
  "change_appointment",
  "busy",
  "not_interested",
  "goodbye",
];

/** A free text or a yes that belongs to something else is not taken as the answer. */
export const takeAnswer = (
  { script, flow, text, clock }: Pick<ScriptedInput, "script" | "flow" | "text" | "clock">,
  meaning: UtteranceMeaning,
) => {
  const pending = script.facts.find(({ key }) => key === flow.pending);
  const isOpenKind = pending?.kind === "text" || pending?.kind === "yes_no";
  const isOther = isOpenKind && noAnswers.includes(meaning);
  const taken = takeFacts(script, isOther ? { ...flow, pending: null } : flow, text, clock);
  const isAnswer = !noAnswers.includes(meaning) && taken.found.some(({ key }) => key === flow.pending);
  const last = taken.found.at(-1);
  // The next words may correct the fact of these.
  const readBack: FlowState["readBack"] = last ? { kind: "fact", key: last.key, value: last.value } : null;
  const isRead = taken.state.pending === pendingQuestions.contact;
  return { ...taken, state: { ...taken.state, readBack, ...(isRead ? { pending: null } : {}) }, isAnswer };
};

/** The time in the words; without one, the time of our last question that the reader says they accept. */
const readWanted = ({
  reading,
  text,
  clock,
  flow,
}: ScriptedInput): Pick<ScriptedTurn, "wanted" | "timeDoubt"> => {
  const found = readWantedTime(text, clock);
  if (!("ask" in found)) return { wanted: found, timeDoubt: null };
  const proposed = found.ask === "missing" && flow.pending?.startsWith("?") ? reading?.callback : null;
  return proposed
    ? { wanted: { at: proposed, quote: text, isPart: false, isConverted: false }, timeDoubt: null }
    : { wanted: null, timeDoubt: declinesToAnswer(text) ? "missing" : found.ask };
};

/** "No, sorry, three hundred" is about the last fact, although the next one was asked for. */
const correctLastFact = (
  input: ScriptedInput,
  phrases: AgentPhrases,
): (ReplyDraft & { turn: ScriptedTurn }) | null => {
  const pending = input.script.facts.find(({ key }) => key === input.flow.pending);
  if (pending?.kind === "yes_no") return null;
  const turn: ScriptedTurn = { input, phrases, flow: { ...input.flow, pending: null }, ...readWanted(input) };
  const draft = correctFact(turn);
  return draft && { ...draft, turn };
};

/** The dialogue without any model, and the fallback when models fail. */
export const scriptedReply = (input: ScriptedInput): ScriptedReply => {
  const phrases = agentPhrases[input.language];
  const { lastText } = input.flow;
  const finish = ({ goesOn: _, ...decided }: ReplyDraft, understood: string): ScriptedReply => {
    const isRepeated = decided.text !== "" && decided.text === lastText;
    const text = isRepeated
      ? joinTexts(pickOther(phrases.repeated, 0, lastText), decided.text)
      : decided.text;
    return { ...decided, text, flow: { ...decided.flow, lastText: text }, understood };
  };
  if (saysOptOut(input.text)) {
    const { text, acts } = optOutReply(input.text, input.language);
    return finish(draftReply(input.flow, text, { acts }), "opt_out");
  }
  if (input.turn >= maxScriptedTurns)
    return finish(
      draftReply(input.flow, phrases.timeIsUp, {
        acts: [{ kind: "end_call", reason: "time_limit", outcome: null }],
      }),
      "too_many_turns",
    );
  const read = understand(input.text, input.reading);
  const corrected = correctLastFact(input, phrases);
  if (corrected) {
    const next = addNextStep(corrected.turn, corrected);
    const { turn: _, ...draft } = corrected;
    return finish({ ...draft, ...next }, "value");
  }
  const { state, found, isAnswer } = takeAnswer(input, read);
  const facts = found.map((fact): AgentAct => ({ kind: "fact", ...fact }));
  const whisper = input.whispers.map((text) => spokenWhisper.exec(text)?.[1]?.trim()).find(Boolean);
  const turn: ScriptedTurn = { input, phrases, flow: state, ...readWanted(input) };
  const spoken = whisper === undefined && !isAnswer ? answerValue(turn) : null;
  const meaning: UtteranceMeaning = isAnswer ? "other" : read;
  const decided =
    whisper !== undefined
      ? draftReply(state, whisper)
      : isAnswer
        ? acknowledge(turn)
        : (spoken ?? answerPending(turn, meaning) ?? answerClosing(turn, meaning) ?? branches[meaning](turn));
  const withNext = decided.goesOn ? { ...decided, ...addNextStep(turn, decided) } : decided;
  const understood = whisper !== undefined ? "whisper" : isAnswer ? "answer" : spoken ? "value" : read;
  return finish({ ...withNext, acts: [...facts, ...withNext.acts] }, understood);
};
