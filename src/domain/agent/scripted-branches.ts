import type { AgentAct } from "./act.ts";
import { choosePassage, quotePassage } from "./answer-passage.ts";
import { type FlowState, maxAsks, pendingQuestions, type ReadBack } from "./flow.ts";
import { declinesToAnswer } from "./read-fact.ts";
import { draftReply, joinTexts, pickOther, type ReplyDraft, type ScriptedTurn } from "./scripted-turn.ts";
import { speakWanted } from "./spoken-date.ts";
import type { UtteranceMeaning } from "./understand.ts";
import { holidayOf } from "./wanted-time.ts";

type Branch = (turn: ScriptedTurn) => ReplyDraft;

const endGoodbye = (outcome: "not_interested" | "follow_up" | null): AgentAct => ({
  kind: "end_call",
  reason: "goodbye",
  outcome,
});

const withoutPending = (turn: ScriptedTurn): ScriptedTurn => ({
  ...turn,
  flow: { ...turn.flow, pending: null },
});

/** A short word that shows that the answer was heard. */
export const acknowledge: Branch = ({ input, phrases, flow }) => {
  const isDeclined = declinesToAnswer(input.text);
  const word = isDeclined ? phrases.noProblem : pickOther(phrases.acknowledged, input.turn, flow.lastText);
  return draftReply(flow, word, { goesOn: true });
};

const sayGoodbye: Branch = ({ phrases, flow }) =>
  draftReply(flow, phrases.goodbye, { acts: [endGoodbye(null)] });

/** The time as it is read back: with the name of a holiday, and in whose zone. */
const readBackTime = ({ input, phrases, wanted }: ScriptedTurn): { when: string; note: string } => {
  if (!wanted) return { when: "", note: "" };
  const spoken = speakWanted(wanted, input.language);
  const holiday = holidayOf(wanted);
  return {
    when: wanted.isConverted ? `${spoken}, ${phrases.inOurTime}` : spoken,
    note: holiday ? phrases.isHoliday(input.language === "es" ? holiday.es : holiday.en) : "",
  };
};

const readBackOf = (kind: "callback" | "appointment", { wanted }: ScriptedTurn): ReadBack | null =>
  wanted && { kind, value: wanted.at };

export const noteCallback: Branch = (turn) => {
  const { input, phrases, flow, wanted } = turn;
  const { when, note } = readBackTime(turn);
  const said = wanted ? joinTexts(phrases.callbackNotedAt(when), note) : phrases.callbackNoted;
  const noted = { ...flow, pending: null, readBack: readBackOf("callback", turn) };
  return draftReply(noted, joinTexts(said, phrases.goodbye), {
    acts: [
      {
        kind: "request",
        request: "callback",
        topic: input.script.name,
        wanted: wanted?.at ?? "",
        quote: input.text.trim(),
      },
      endGoodbye("follow_up"),
    ],
  });
};

/** The paragraphs of the script have done their work; only open facts are still asked for. */
const skipWords = ({ input: { script }, flow }: ScriptedTurn): FlowState => ({
  ...flow,
  pending: null,
  stepsSaid: script.steps.length,
});

export const noteAppointment: Branch = (turn) => {
  const { input, phrases, wanted } = turn;
  const { when, note } = readBackTime(turn);
  const said = wanted ? joinTexts(phrases.appointmentNoted(when), note) : phrases.callbackNoted;
  return draftReply({ ...skipWords(turn), readBack: readBackOf("appointment", turn) }, said, {
    acts: [
      {
        kind: "request",
        request: "appointment",
        topic: input.script.name,
        wanted: wanted?.at ?? "",
        quote: input.text.trim(),
      },
    ],
    goesOn: true,
  });
};

const handOver = (turn: ScriptedTurn, reason: "complaint" | "no_answer"): ReplyDraft => {
  const { input, phrases } = turn;
  const isComplaint = reason === "complaint";
  const note = isComplaint && turn.flow.concern !== "" ? turn.flow.concern : input.text.trim();
  const flow = { ...turn.flow, pending: null, concern: "" };
  if (input.isStaffed)
    return draftReply(flow, isComplaint ? phrases.toPerson : phrases.dontKnowToPerson, {
      acts: [{ kind: "hand_over", reason, note }],
    });
  const line = isComplaint ? phrases.complaintClosed : phrases.nobodyFree;
  // The team was asked a turn ago.
  if (flow.lastText.startsWith(line)) return acknowledge({ ...turn, flow });
  return draftReply(flow, line, {
    acts: [{ kind: "request", request: "callback", topic: reason, wanted: "", quote: note }],
    goesOn: true,
  });
};

const answerQuestion = (turn: ScriptedTurn, isPromise: boolean): ReplyDraft => {
  const { input, phrases, flow } = turn;
  const passage = choosePassage(input.passages, input.language);
  if (passage)
    return draftReply(flow, quotePassage(passage, input.text), { usedPassages: [passage.id], goesOn: true });
  const unanswered: AgentAct = { kind: "unanswered", question: input.text.trim() };
  if (isPromise && !flow.lastText.startsWith(phrases.cannotPromise))
    return draftReply(flow, phrases.cannotPromise, { acts: [unanswered], goesOn: true });
  if (input.unknownInARow >= 1) {
    const handed = handOver(turn, "no_answer");
    return { ...handed, acts: [unanswered, ...handed.acts], isUnknown: true };
  }
  return draftReply(flow, phrases.dontKnow, { acts: [unanswered], isUnknown: true, goesOn: true });
};

/** The question of the script still waits for its answer. */
const keepQuestion = ({ input, flow }: ScriptedTurn): FlowState => ({ ...flow, pending: input.flow.pending });

const repeatLast: Branch = (turn) => {
  const { input, phrases } = turn;
  const flow = keepQuestion(turn);
  const withoutStart = (text: string, start: string): string =>
    text.startsWith(start) ? text.slice(start.length).trim() : text;
  const last = phrases.repeated.reduce(withoutStart, flow.lastText);
  const said = last === "" ? input.script.opening : last;
  if (said === "") return draftReply(flow, phrases.goAhead);
  return draftReply(flow, joinTexts(pickOther(phrases.repeated, 0, flow.lastText), said));
};

/** Asks when; a time that was named and is not sure is asked for again, at most twice. */
const askTime = (turn: ScriptedTurn, question: "callbackTime" | "appointmentTime"): ReplyDraft => {
  const { phrases, flow, timeDoubt } = turn;
  const pending = pendingQuestions[question];
  const isDoubtful = timeDoubt === "unclear" || timeDoubt === "impossible";
  const asked = isDoubtful ? { ...flow.asked, [pending]: (flow.asked[pending] ?? 0) + 1 } : flow.asked;
  const first = question === "callbackTime" ? phrases.busyAskWhen : phrases.appointmentAskWhen;
  return draftReply({ ...flow, pending, asked }, isDoubtful ? phrases.sayTimeAgain : first);
};

/** Whether a time was named that must be asked for again. */
const mustAskTimeAgain = ({ flow, timeDoubt }: ScriptedTurn, pending: string): boolean =>
  (timeDoubt === "unclear" || timeDoubt === "impossible") && (flow.asked[pending] ?? 0) < maxAsks;

export const branches: Record<UtteranceMeaning, Branch> = {
  nothing_heard: (turn) => {
    const { phrases, flow } = turn;
    const isAgain = flow.lastText === phrases.sayAgain;
    return draftReply(keepQuestion(turn), isAgain ? phrases.sayAgainOnceMore : phrases.sayAgain);
  },
  repeat: repeatLast,
  who_is_calling: ({ input, phrases, flow }) =>
    draftReply(flow, joinTexts(phrases.whoIsCalling(input.business), input.script.opening), {
      goesOn: input.script.opening === "",
    }),
  promise: (turn) => answerQuestion(turn, true),
  question: (turn) => answerQuestion(turn, false),
  complaint: (turn) => {
    const concern = turn.input.text.trim();
    if (!turn.input.isStaffed) return handOver({ ...turn, flow: { ...turn.flow, concern } }, "complaint");
    const flow = { ...turn.flow, pending: pendingQuestions.handOver, concern };
    return draftReply(flow, turn.phrases.complaint);
  },
  booking: (turn) => (turn.wanted ? noteAppointment(turn) : askTime(turn, "appointmentTime")),
  change_appointment: ({ input, phrases, flow, wanted }) =>
    draftReply(
      { ...flow, pending: null, isClosing: true },
      joinTexts(phrases.changeNoted, phrases.anythingElse),
      {
        acts: [
          {
            kind: "request",
            request: "callback",
            topic: "change_appointment",
            wanted: wanted?.at ?? "",
            quote: input.text.trim(),
          },
        ],
      },
    ),
  busy: (turn) => (turn.wanted ? noteCallback(turn) : askTime(turn, "callbackTime")),
  undecided: ({ phrases, flow }) =>
    draftReply(
      { ...flow, pending: pendingQuestions.callbackTime },
      joinTexts(phrases.objection, phrases.whenToCallBack),
    ),
  not_interested: ({ phrases, flow }) =>
    draftReply(flow, phrases.notInterested, { acts: [endGoodbye("not_interested")] }),
  yes: acknowledge,
  no: acknowledge,
  thanks: ({ phrases, flow }) => draftReply(flow, phrases.welcome, { goesOn: true }),
  goodbye: sayGoodbye,
  other: acknowledge,
};

/** Answers to questions of the dialogue itself: when to call back, when to meet, whether to hand over. */
export const answerPending = (turn: ScriptedTurn, meaning: UtteranceMeaning): ReplyDraft | null => {
  const isAside = ["question", "promise", "repeat", "who_is_calling", "nothing_heard"].includes(meaning);
  const isOver = meaning === "not_interested" || meaning === "goodbye";
  switch (turn.flow.pending) {
    case pendingQuestions.callbackTime:
      if ((isAside && !turn.wanted) || isOver || meaning === "complaint") return null;
      return !turn.wanted && mustAskTimeAgain(turn, pendingQuestions.callbackTime)
        ? askTime(turn, "callbackTime")
        : noteCallback(turn);
    case pendingQuestions.appointmentTime: {
      const isOther = isAside || isOver || meaning === "busy" || meaning === "complaint";
      if (isOther && !turn.wanted) return null;
      return !turn.wanted && mustAskTimeAgain(turn, pendingQuestions.appointmentTime)
        ? askTime(turn, "appointmentTime")
        : noteAppointment(turn);
    }
    case pendingQuestions.handOver:
      if (meaning === "no") return acknowledge(withoutPending(turn));
      return isAside || isOver ? null : handOver(turn, "complaint");
    default:
      return null;
  }
};

const closingAnswers: readonly UtteranceMeaning[] = ["no", "thanks", "other", "not_interested"];

/** After "anything else?". */
export const answerClosing = (turn: ScriptedTurn, meaning: UtteranceMeaning): ReplyDraft | null => {
  if (!turn.flow.isClosing) return null;
  // Who names a time after "anything else?" wants an appointment.
  if (meaning === "other" && turn.wanted !== null) return branches.booking(turn);
  if (closingAnswers.includes(meaning)) return sayGoodbye(turn);
  return meaning === "yes" ? draftReply({ ...turn.flow, isClosing: false }, turn.phrases.goAhead) : null;
};
