import { choosePassage, quotePassage } from "#domain/agent/answer-passage.ts";
import type { Passage } from "#domain/agent/knowledge.ts";
import type { Language } from "#domain/language.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";

const phrases: Record<
  Language,
  { greeting: (name: string | null) => string; more: string; time: string; busy: string }
> = {
  en: {
    greeting: (name) => (name ? `Hi ${name}, thank you for writing.` : "Hi, thank you for writing."),
    more: "Would you like to know anything else?",
    time: "Which day and time suit you best?",
    busy: "When would be a good time for you?",
  },
  es: {
    greeting: (name) => (name ? `Hola ${name}, gracias por escribir.` : "Hola, gracias por escribir."),
    more: "¿Hay algo más en que podamos ayudarle?",
    time: "¿Qué día y a qué hora le conviene?",
    busy: "¿Cuándo le conviene que hablemos?",
  },
};

/** Why no answer is proposed. */
export const noReplyReasons = [
  "no_inbound",
  "automatic",
  "opt_out",
  "no_answer_needed",
  "no_passage",
  "nothing_proved",
  "outdated",
] as const;
export type NoReplyReason = (typeof noReplyReasons)[number];

const asksForTime: Partial<Record<ReadIntent, "time" | "busy">> = {
  schedule: "time",
  reschedule: "time",
  callback_later: "busy",
};

/** An answer without a model: the best passage, word for word, or one question that the intent calls for. */
export const templateReply = ({
  question,
  intent,
  passages,
  firstName,
  language,
}: {
  question: string;
  intent: ReadIntent | null;
  passages: readonly Passage[];
  firstName: string | null;
  language: Language;
}): { text: string } | { reason: NoReplyReason } => {
  const { greeting, more, ...questions } = phrases[language];
  const passage = choosePassage(passages, language);
  if (passage) return { text: `${greeting(firstName)} ${quotePassage(passage, question)} ${more}` };
  if (intent === "acknowledgement") return { reason: "no_answer_needed" };
  const asked = intent === null ? undefined : asksForTime[intent];
  return asked ? { text: `${greeting(firstName)} ${questions[asked]}` } : { reason: "no_passage" };
};

/** Ends every automatic answer: the law of some states and the reader's trust both ask for it. */
export const autoReplyDisclosure = (business: string | null, language: Language): string => {
  const ofBusiness = business?.replaceAll(/[{}]/g, "").trim().slice(0, 60);
  if (language === "es")
    return `Respuesta automática${ofBusiness ? ` de ${ofBusiness}` : ""}. Escriba PERSONA para hablar con el equipo.`;
  return `Automatic answer${ofBusiness ? ` of ${ofBusiness}` : ""}. Write PERSON to reach our team.`;
};
