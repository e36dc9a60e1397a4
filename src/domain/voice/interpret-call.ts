import { readReply } from "#domain/compliance/read-reply.ts";
import type { callOutcomes } from "./call.ts";

/** One answer of the called person: a pressed key, or speech. */
export type CallAnswer = { pressed: string } | { speech: string };

export type CallInterpretation = {
  outcome: (typeof callOutcomes)[number] | null;
  /** The person asked to speak with a human. */
  handoff: boolean;
};

/** The keys that scripted calls offer. */
export const callKeys = { person: "1", optOut: "9" } as const;

const foldAccents = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const requestsPerson =
  /\b(speak|talk)\b.{0,20}\b(person|human|someone|somebody|agent|representative)\b|\b(hablar|comuni\w*|pas\w*|conect\w*)\b.{0,30}\b(persona|alguien|humano|agente|representante|asesor\w*)\b/;
const declines =
  /\b(not interested|no interest|no me interesa|no gracias|no thanks|no thank you|no quiero|don'?t want|wrong number|numero equivocado)\b/;
const agrees =
  /\b(yes|yeah|sure|interested|sounds good|of course|ok|okay|si|claro|me interesa|interesad[oa]|por supuesto|dale|de acuerdo|esta bien|perfecto)\b/;
const later =
  /\b(later|another time|call (me )?back|busy|tomorrow|mas tarde|otro momento|otro dia|manana|ocupad[oa]|llam\w* (luego|despues))\b/;

const interpretAnswer = (answer: CallAnswer): CallInterpretation => {
  if ("pressed" in answer) {
    if (answer.pressed === callKeys.optOut) return { outcome: "not_interested", handoff: false };
    const isForPerson = answer.pressed === callKeys.person;
    return { outcome: isForPerson ? "follow_up" : null, handoff: isForPerson };
  }
  const speech = foldAccents(answer.speech);
  if (readReply(answer.speech).kind === "opt_out") return { outcome: "not_interested", handoff: false };
  if (requestsPerson.test(speech)) return { outcome: "follow_up", handoff: true };
  if (declines.test(speech)) return { outcome: "not_interested", handoff: false };
  if (later.test(speech)) return { outcome: "follow_up", handoff: false };
  return { outcome: agrees.test(speech) ? "interested" : null, handoff: false };
};

/** The result of a call; the last answer with an outcome counts. */
export const interpretCall = (answers: readonly CallAnswer[]): CallInterpretation => {
  const interpretations = answers.map(interpretAnswer);
  return {
    outcome: interpretations.findLast(({ outcome }) => outcome !== null)?.outcome ?? null,
    handoff: interpretations.some(({ handoff }) => handoff),
  };
};
