import type { CallAnswer } from "#domain/voice/interpret-call.ts";

type Language = "en" | "es";

/** What people answer to an announcement, which they hear to its end or leave with a key. */
export const announcementCourses = {
  handed_over: [{ pressed: "1" }],
  heard: [],
} as const satisfies Record<string, readonly CallAnswer[]>;

/** How a call with the agent goes; `left` hangs up during the notice. */
export type AgentCourse = "interested" | "asks_for_person" | "later" | "refused" | "left";
export type CallCourse = keyof typeof announcementCourses | AgentCourse;

export const isAgentCourse = (course: CallCourse): course is AgentCourse =>
  !Object.hasOwn(announcementCourses, course);

type Answer = readonly [question: RegExp, answers: readonly string[]];

/** Answers to what the agent asks, by the words of its question. */
const answersTo: Record<Language, readonly Answer[]> = {
  en: [
    [/is the house yours|own the house/i, ["Yes, the house is ours.", "Yes, I own it.", "Yes, it is mine."]],
    [
      /electricity bill|monthly bill/i,
      ["About 240 dollars.", "Around 310 dollars.", "It is 185 dollars.", "Normally 420 dollars."],
    ],
    [/roof made of/i, ["Concrete.", "It is concrete.", "Zinc.", "I think it is concrete."]],
    [/lose power/i, ["About three times.", "Twice.", "Five times, sometimes more."]],
    [
      /which day|day suits|what day|what time|when would/i,
      ["Thursday at four in the afternoon.", "Next Monday at ten.", "Saturday at nine in the morning."],
    ],
    [/good moment|time to talk|have a moment/i, ["Yes, go ahead.", "Sure, I have a few minutes."]],
    [/correct|is that right|did i get/i, ["Yes, that is right."]],
  ],
  es: [
    [/casa es suya|la casa propia/i, ["Sí, la casa es mía.", "Sí, es nuestra.", "Sí, es propia."]],
    [
      /paga de luz|factura/i,
      ["Como 240 dólares.", "Unos 310 dólares.", "Son 185 dólares.", "Normalmente 420 dólares."],
    ],
    [/qué es el techo/i, ["De cemento.", "Es de cemento.", "De zinc."]],
    [/se va la luz/i, ["Como tres veces.", "Dos veces.", "Cinco veces, a veces más."]],
    [
      /qué día|día le queda|qué hora|cuándo/i,
      ["El jueves a las cuatro de la tarde.", "El lunes a las diez.", "El sábado a las nueve de la mañana."],
    ],
    [/tres minutos|buen momento|tiene un momento/i, ["Sí, dígame.", "Sí, tengo unos minutos."]],
    [/correcto|está bien así|entendí bien/i, ["Sí, así es."]],
  ],
};

/** What people want to know in between. */
const questions: Record<Language, readonly string[]> = {
  en: [
    "How much does a solar system cost?",
    "Does the system work in a power outage?",
    "What warranty do the panels have?",
    "Do you offer financing?",
    "What happens in the visit?",
  ],
  es: [
    "¿Cuánto cuesta un sistema solar?",
    "¿Tienen financiamiento?",
    "¿Qué garantía tienen las placas?",
    "¿En qué pueblos trabajan?",
    "¿Cuál es el horario de la oficina?",
  ],
};

const lines: Record<Language, Record<"person" | "later" | "refused" | "thanks", readonly string[]>> = {
  en: {
    person: ["I would rather speak with a person, please.", "Can I talk to a human being, please?"],
    later: [
      "I am busy right now. Call me back tomorrow at ten.",
      "I am at work. Please call me tomorrow at five.",
    ],
    refused: ["I am not interested, thank you.", "No, thank you, I am not interested."],
    thanks: ["No, that is all. Thank you, goodbye.", "That was all, thank you. Goodbye."],
  },
  es: {
    person: ["Prefiero hablar con una persona, por favor.", "¿Puedo hablar con una persona, por favor?"],
    later: [
      "Estoy ocupada. Llámeme mañana a las diez.",
      "Estoy trabajando. Llámeme mañana a las cinco, por favor.",
    ],
    refused: ["No me interesa, gracias.", "No, gracias, no me interesa."],
    thanks: ["No, eso es todo. Gracias, adiós.", "Eso era todo, gracias. Adiós."],
  },
};

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** What this person says next; null where they have said goodbye. `seed` is theirs. */
export const sayInCall = (
  course: AgentCourse,
  language: Language,
  { heard, said, seed }: { heard: string; said: readonly string[]; seed: number },
): string | null => {
  const own = lines[language];
  const turn = said.length;
  const goodbye = pick(own.thanks, seed);
  if (course === "left" || said.at(-1) === goodbye) return null;
  if (course === "refused") return turn === 0 ? pick(own.refused, seed) : null;
  if (course === "later") return [pick(own.later, seed), goodbye][turn] ?? null;
  const answer = answersTo[language].find(([question]) => question.test(heard))?.[1];
  const asked = questions[language].filter((one) => !said.includes(one));
  const question = asked.length > questions[language].length - 3 ? pick(asked, seed) : undefined;
  const person = own.person.find((one) => said.includes(one));
  if (person) return goodbye;
  if (course === "asks_for_person" && turn >= 6) return pick(own.person, seed);
  // Every third time somebody asks back instead of answering.
  if (question && (turn % 3 === 2 || !answer)) return question;
  const unsaid = answer?.filter((one) => !said.includes(one));
  if (unsaid && unsaid.length > 0 && turn < 12) return pick(unsaid, seed);
  return course === "asks_for_person" ? pick(own.person, seed) : goodbye;
};
