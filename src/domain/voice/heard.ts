import { readReply } from "#domain/compliance/read-reply.ts";
import type { CallOutcome } from "./call.ts";

/** What somebody answered in a call: a key, or words. */
export type HeardInCall = { pressed: string } | { speech: string };

export type CallMeaning = {
  outcome: CallOutcome | null;
  /** They want to speak with a person. */
  handoff: boolean;
};

/** The keys that the scripted calls offer. */
export const callKeys = { person: "1", optOut: "9" } as const;

const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const asksForPerson =
  /\b(speak|talk)\b.{0,20}\b(person|human|someone|somebody|agent|representative)\b|\b(hablar|comuni\w*|pas\w*|conect\w*)\b.{0,30}\b(persona|alguien|humano|agente|representante|asesor\w*)\b/;
const declines =
  /\b(not interested|no interest|no me interesa|no gracias|no thanks|no thank you|no quiero|don'?t want|wrong number|numero equivocado)\b/;
const agrees =
  /\b(yes|yeah|sure|interested|sounds good|of course|ok|okay|si|claro|me interesa|interesad[oa]|por supuesto|dale|de acuerdo|esta bien|perfecto)\b/;
const later =
  /\b(later|another time|call (me )?back|busy|tomorrow|mas tarde|otro momento|otro dia|manana|ocupad[oa]|llam\w* (luego|despues))\b/;

const meaningOf = (heard: HeardInCall): CallMeaning => {
  if ("pressed" in heard) {
    if (heard.pressed === callKeys.optOut) return { outcome: "not_interested", handoff: false };
    const isForPerson = heard.pressed === callKeys.person;
    return { outcome: isForPerson ? "follow_up" : null, handoff: isForPerson };
  }
  const said = fold(heard.speech);
  if (readReply(heard.speech).kind === "opt_out") return { outcome: "not_interested", handoff: false };
  if (asksForPerson.test(said)) return { outcome: "follow_up", handoff: true };
  if (declines.test(said)) return { outcome: "not_interested", handoff: false };
  if (later.test(said)) return { outcome: "follow_up", handoff: false };
  return { outcome: agrees.test(said) ? "interested" : null, handoff: false };
};

/** What came of a call by all that was answered in it; what they said last counts. */
export const meaningOfCall = (heard: readonly HeardInCall[]): CallMeaning => {
  const meanings = heard.map(meaningOf);
  return {
    outcome: meanings.findLast(({ outcome }) => outcome !== null)?.outcome ?? null,
    handoff: meanings.some(({ handoff }) => handoff),
  };
};
