import type { AgentAct } from "./act.ts";
import { choosePassage, quotePassage } from "./answer-passage.ts";
import { type FlowState, pendingQuestions } from "./flow.ts";
import { declinesToAnswer } from "./read-fact.ts";
import { draftReply, joinTexts, pickOther, type ReplyDraft, type ScriptedTurn } from "./scripted-turn.ts";
import { speakWanted } from "./spoken-date.ts";
import type { UtteranceMeaning } from "./understand.ts";

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

const noteCallback: Branch = ({ input, phrases, flow, wanted }) => {
  const said = wanted ? phrases.callbackNotedAt(speakWanted(wanted, input.language)) : phrases.callbackNoted;
  return draftReply({ ...flow, pending: null }, joinTexts(said, phrases.goodbye), {
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

const noteAppointment: Branch = (turn) => {
  const { input, phrases, wanted } = turn;
  const said = wanted ? phrases.appointmentNoted(speakWanted(wanted, input.language)) : phrases.callbackNoted;
  return draftReply(skipWords(turn), said, {
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
  booking: (turn) =>
    turn.wanted
      ? noteAppointment(turn)
      : draftReply(
          { ...turn.flow, pending: pendingQuestions.appointmentTime },
          turn.phrases.appointmentAskWhen,
        ),
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
  busy: (turn) =>
    turn.wanted
      ? noteCallback(turn)
      : draftReply({ ...turn.flow, pending: pendingQuestions.callbackTime }, turn.phrases.busyAskWhen),
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
      return (isAside && !turn.wanted) || isOver || meaning === "complaint" ? null : noteCallback(turn);
    case pendingQuestions.appointmentTime: {
      const isOther = isAside || isOver || meaning === "busy" || meaning === "complaint";
      return isOther && !turn.wanted ? null : noteAppointment(turn);
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
  if (closingAnswers.includes(meaning)) return sayGoodbye(turn);
  return meaning === "yes" ? draftReply({ ...turn.flow, isClosing: false }, turn.phrases.goAhead) : null;
};
