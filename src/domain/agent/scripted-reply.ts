import type { MessageReading } from "#domain/reading/read-message.ts";
import type { ScriptLanguage } from "#domain/voice/script.ts";
import type { AgentAct, AgentReply } from "./act.ts";
import type { AgentPhrases } from "./agent-phrases.ts";
import { choosePassage, quotePassage } from "./answer-passage.ts";
import { type AgentScript, type FlowState, nextStep, pendingQuestions, takeFacts } from "./flow.ts";
import type { Passage } from "./knowledge.ts";
import { agentPhrases } from "./phrases.ts";
import { optOutReply, saysOptOut } from "./policies.ts";
import { findWantedTime, type SpeechClock } from "./read-fact.ts";
import { speakLocalTime } from "./spoken-date.ts";
import { type UtteranceMeaning, understand } from "./understand.ts";

export type ScriptedInput = {
  script: AgentScript;
  flow: FlowState;
  text: string;
  reading: MessageReading | null;
  /** Found for this utterance. */
  passages: Passage[];
  language: ScriptLanguage;
  business: string | null;
  isStaffed: boolean;
  /** Notes of operators. One that begins with "say:" or "diga:" is spoken; the others need a model. */
  whispers: string[];
  /** Turns of the customer before this one. */
  turn: number;
  /** Questions in a row that could not be answered. */
  unknownInARow: number;
  clock: SpeechClock;
};

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

/** What a branch of the dialogue decides; the flow goes on unless it ends or asks something itself. */
type Draft = {
  text: string;
  acts: AgentAct[];
  flow: FlowState;
  usedPassages: string[];
  isUnknown: boolean;
  /** The next step of the script follows in the same turn. */
  goesOn: boolean;
};

type Turn = { input: ScriptedInput; phrases: AgentPhrases; flow: FlowState; wanted: WantedTime };
type WantedTime = { at: string; quote: string } | null;

const draft = (flow: FlowState, text: string, more: Partial<Draft> = {}): Draft => ({
  text,
  acts: [],
  flow,
  usedPassages: [],
  isUnknown: false,
  goesOn: false,
  ...more,
});

const join = (...texts: (string | undefined)[]): string => texts.filter(Boolean).join(" ");

/** Another line of a list than the one that began the last words. */
const pickOther = (lines: readonly string[], turn: number, lastText: string): string => {
  const rotated = lines.map((_, index) => lines[(turn + index) % lines.length] as string);
  return rotated.find((line) => !lastText.startsWith(line)) ?? (rotated[0] as string);
};

const ends = (
  reason: "goodbye" | "time_limit",
  outcome: "not_interested" | "follow_up" | null,
): AgentAct => ({
  kind: "end_call",
  reason,
  outcome,
});

const acknowledge = ({ input, phrases, flow }: Turn): Draft =>
  draft(flow, pickOther(phrases.acknowledged, input.turn, flow.lastText), { goesOn: true });

/** A request for a call back, with the words in which it was wished for. */
const noteCallback = ({ input, phrases, flow, wanted }: Turn, topic: string): Draft => {
  const said = wanted
    ? phrases.callbackNotedAt(speakLocalTime(wanted.at, input.language))
    : phrases.callbackNoted;
  return draft({ ...flow, pending: null }, join(said, phrases.goodbye), {
    acts: [
      { kind: "request", request: "callback", topic, wanted: wanted?.at ?? "", quote: input.text.trim() },
      ends("goodbye", "follow_up"),
    ],
  });
};

const noteAppointment = ({ input, phrases, flow }: Turn, wanted: NonNullable<WantedTime>): Draft =>
  draft({ ...flow, pending: null }, phrases.appointmentNoted(speakLocalTime(wanted.at, input.language)), {
    acts: [
      {
        kind: "request",
        request: "appointment",
        topic: input.script.name,
        wanted: wanted.at,
        quote: input.text.trim(),
      },
    ],
    goesOn: true,
  });

const handOver = (turn: Turn, reason: "complaint" | "no_answer"): Draft => {
  const { input, phrases, flow } = turn;
  const note = input.text.trim();
  const isComplaint = reason === "complaint";
  if (!input.isStaffed) {
    const line = isComplaint ? phrases.complaintClosed : phrases.nobodyFree;
    // The team has been asked a turn ago.
    if (flow.lastText.startsWith(line)) return acknowledge({ ...turn, flow: { ...flow, pending: null } });
    return draft({ ...flow, pending: null }, line, {
      acts: [{ kind: "request", request: "callback", topic: reason, wanted: "", quote: note }],
      goesOn: true,
    });
  }
  return draft({ ...flow, pending: null }, isComplaint ? phrases.toPerson : phrases.dontKnowToPerson, {
    acts: [{ kind: "hand_over", reason, note }],
  });
};

const answerQuestion = (turn: Turn, isPromise: boolean): Draft => {
  const { input, phrases, flow } = turn;
  const passage = choosePassage(input.passages, input.language);
  if (passage)
    return draft(flow, quotePassage(passage, input.text), { usedPassages: [passage.id], goesOn: true });
  const unanswered: AgentAct = { kind: "unanswered", question: input.text.trim() };
  if (isPromise && !flow.lastText.startsWith(phrases.cannotPromise))
    return draft(flow, phrases.cannotPromise, { acts: [unanswered], goesOn: true });
  if (input.unknownInARow >= 1) {
    const handed = handOver(turn, "no_answer");
    return { ...handed, acts: [unanswered, ...handed.acts], isUnknown: true };
  }
  return draft(flow, phrases.dontKnow, { acts: [unanswered], isUnknown: true, goesOn: true });
};

const sayGoodbye = ({ phrases, flow }: Turn): Draft =>
  draft(flow, phrases.goodbye, { acts: [ends("goodbye", null)] });

const branches: Record<UtteranceMeaning, (turn: Turn) => Draft> = {
  nothing_heard: ({ phrases, flow }) =>
    draft(flow, flow.lastText === phrases.sayAgain ? phrases.sayAgainOnceMore : phrases.sayAgain),
  repeat: ({ input, phrases, flow }) => {
    const last = phrases.repeated.reduce(
      (text, start) => (text.startsWith(start) ? text.slice(start.length).trim() : text),
      flow.lastText,
    );
    const said = last === "" ? input.script.opening : last;
    return said === ""
      ? draft(flow, phrases.anythingElse)
      : draft(flow, join(pickOther(phrases.repeated, 0, flow.lastText), said));
  },
  who_is_calling: ({ input, phrases, flow }) =>
    draft(flow, join(phrases.whoIsCalling(input.business), input.script.opening), {
      goesOn: input.script.opening === "",
    }),
  promise: (turn) => answerQuestion(turn, true),
  question: (turn) => answerQuestion(turn, false),
  complaint: (turn) =>
    turn.input.isStaffed
      ? draft({ ...turn.flow, pending: pendingQuestions.handOver }, turn.phrases.complaint)
      : handOver(turn, "complaint"),
  booking: (turn) =>
    turn.wanted
      ? noteAppointment(turn, turn.wanted)
      : draft({ ...turn.flow, pending: pendingQuestions.appointmentTime }, turn.phrases.appointmentAskWhen),
  change_appointment: ({ input, phrases, flow, wanted }) =>
    draft(flow, phrases.changeNoted, {
      acts: [
        {
          kind: "request",
          request: "callback",
          topic: "change_appointment",
          wanted: wanted?.at ?? "",
          quote: input.text.trim(),
        },
      ],
      goesOn: true,
    }),
  busy: (turn) =>
    turn.wanted
      ? noteCallback(turn, turn.input.script.name)
      : draft({ ...turn.flow, pending: pendingQuestions.callbackTime }, turn.phrases.busyAskWhen),
  not_interested: ({ phrases, flow }) =>
    draft(flow, phrases.notInterested, { acts: [ends("goodbye", "not_interested")] }),
  yes: acknowledge,
  no: acknowledge,
  thanks: ({ phrases, flow }) => draft(flow, phrases.welcome, { goesOn: true }),
  goodbye: sayGoodbye,
  other: acknowledge,
};

/** Answers to questions of the dialogue itself: when to call back, when to meet, whether to hand over. */
const answerPending = (turn: Turn, meaning: UtteranceMeaning): Draft | null => {
  const isAsking = meaning === "question" || meaning === "repeat" || meaning === "who_is_calling";
  switch (turn.flow.pending) {
    case pendingQuestions.callbackTime:
      if (isAsking && !turn.wanted) return null;
      return meaning === "not_interested" ? null : noteCallback(turn, turn.input.script.name);
    case pendingQuestions.appointmentTime: {
      if (turn.wanted) return noteAppointment(turn, turn.wanted);
      if (isAsking || meaning === "not_interested" || meaning === "busy") return null;
      const flow = { ...turn.flow, pending: null };
      const { input, phrases } = turn;
      return draft(flow, phrases.callbackNoted, {
        acts: [
          {
            kind: "request",
            request: "appointment",
            topic: input.script.name,
            wanted: "",
            quote: input.text.trim(),
          },
        ],
        goesOn: true,
      });
    }
    case pendingQuestions.handOver:
      if (meaning === "no") return acknowledge({ ...turn, flow: { ...turn.flow, pending: null } });
      return isAsking || meaning === "not_interested" ? null : handOver(turn, "complaint");
    default:
      return null;
  }
};

/** Nothing is open: "anything else?", and after a no the goodbye. */
const answerClosing = (turn: Turn, meaning: UtteranceMeaning): Draft | null => {
  if (!turn.flow.isClosing) return null;
  const isOver: readonly UtteranceMeaning[] = ["no", "thanks", "other", "not_interested"];
  if (isOver.includes(meaning)) return sayGoodbye(turn);
  return meaning === "yes" ? draft({ ...turn.flow, isClosing: false }, turn.phrases.goAhead) : null;
};

const timeQuestion = (flow: FlowState, phrases: AgentPhrases): string | null => {
  if (flow.pending === pendingQuestions.callbackTime) return phrases.busyAskWhen;
  return flow.pending === pendingQuestions.appointmentTime ? phrases.appointmentAskWhen : null;
};

/** Adds what comes next in the script. A paragraph without a question takes the next question with it. */
const addNextStep = ({ input, phrases }: Turn, { text, flow }: Draft): { text: string; flow: FlowState } => {
  const question = timeQuestion(flow, phrases);
  if (question !== null) return { text: join(text, question), flow };
  let said = text;
  let state: FlowState = flow;
  for (let count = 0; count < 3; count++) {
    const next = nextStep(input.script, state);
    const { step } = next;
    if (step.kind === "done") {
      if (said !== text) break;
      const isRepeated = flow.lastText.endsWith(phrases.anythingElse);
      return {
        text: join(said, isRepeated ? phrases.answersIt : phrases.anythingElse),
        flow: { ...next.state, isClosing: true },
      };
    }
    const isAgain = step.kind === "ask" && (next.state.asked[step.fact.key] ?? 0) > 1;
    const words = isAgain ? join(phrases.askAgain, step.text) : step.text;
    const isTooLong = step.kind === "say" && said.length + words.length > maxTurnLength;
    // After a long answer the script waits for a turn.
    if (isTooLong && count === 0 && said.length > maxShortLength)
      return { text: join(said, phrases.answersIt), flow };
    if (isTooLong && count > 0) break;
    said = join(said, words);
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
const takeAnswer = ({ script, flow, text, clock }: ScriptedInput, meaning: UtteranceMeaning) => {
  const pending = script.facts.find(({ key }) => key === flow.pending);
  const isOpenKind = pending?.kind === "text" || pending?.kind === "yes_no";
  const isOther = isOpenKind && noAnswers.includes(meaning);
  const taken = takeFacts(script, isOther ? { ...flow, pending: null } : flow, text, clock);
  const isAnswer = !noAnswers.includes(meaning) && taken.found.some(({ key }) => key === flow.pending);
  return { ...taken, isAnswer };
};

/** The dialogue without any model, and the fallback when models fail. */
export const scriptedReply = (input: ScriptedInput): ScriptedReply => {
  const phrases = agentPhrases[input.language];
  const { lastText } = input.flow;
  const finish = ({ goesOn: _, ...decided }: Draft, understood: string): ScriptedReply => {
    const isRepeated = decided.text !== "" && decided.text === lastText;
    const text = isRepeated ? join(pickOther(phrases.repeated, 0, lastText), decided.text) : decided.text;
    return { ...decided, text, flow: { ...decided.flow, lastText: text }, understood };
  };
  if (saysOptOut(input.text)) {
    const { text, acts } = optOutReply(input.text, input.language);
    return finish(draft(input.flow, text, { acts }), "opt_out");
  }
  if (input.turn >= maxScriptedTurns)
    return finish(
      draft(input.flow, phrases.timeIsUp, { acts: [ends("time_limit", null)] }),
      "too_many_turns",
    );
  const read = understand(input.text, input.reading);
  const { state, found, isAnswer } = takeAnswer(input, read);
  const facts = found.map((fact): AgentAct => ({ kind: "fact", ...fact }));
  const whisper = input.whispers.map((text) => spokenWhisper.exec(text)?.[1]?.trim()).find(Boolean);
  const wanted = input.reading?.callback
    ? { at: input.reading.callback, quote: input.text }
    : findWantedTime(input.text, input.clock);
  const turn: Turn = { input, phrases, flow: state, wanted };
  const meaning: UtteranceMeaning = isAnswer ? "other" : read;
  const decided =
    whisper !== undefined
      ? draft(state, whisper)
      : isAnswer
        ? acknowledge(turn)
        : (answerPending(turn, meaning) ?? answerClosing(turn, meaning) ?? branches[meaning](turn));
  const withNext = decided.goesOn ? { ...decided, ...addNextStep(turn, decided) } : decided;
  const understood = whisper !== undefined ? "whisper" : isAnswer ? "answer" : read;
  return finish({ ...withNext, acts: [...facts, ...withNext.acts] }, understood);
};
