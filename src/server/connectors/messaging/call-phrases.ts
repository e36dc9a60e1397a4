import type { Language } from "#domain/language.ts";
import type { OutgoingMessage } from "./messenger.ts";

type CallPhrases = {
  /** Names the caller and discloses that it is a machine. */
  call: (business: string | null) => string;
  agent: (business: string | null) => string;
  recorded: string;
  optOut: string;
  /** For answering machines, which cannot press a key. */
  optOutByText: string;
  optedOut: string;
  unclear: string;
  toPerson: string;
  isMachine: (business: string | null) => string;
  noted: string;
  goodbye: string;
};

export const callPhrases: Record<Language, CallPhrases> = {
  en: {
    call: (business) => `Hello. This is an automated call${business ? ` from ${business}` : ""}.`,
    agent: (business) =>
      `Hello. I am ${business ? `the automated assistant of ${business}` : "an automated assistant"}, not a person.`,
    recorded: "This call may be recorded.",
    optOut: "To stop receiving calls from us, press 9 or say stop.",
    optOutByText: "To stop receiving calls from us, text the word stop to this number.",
    optedOut: "Understood. We will not contact you again. Goodbye.",
    unclear: "If you do not want to receive more calls from us, press 9.",
    toPerson: "Thank you. We will let our team know that you want to speak with a person. Goodbye.",
    isMachine: (business) =>
      `Yes. I am ${business ? `the automated assistant of ${business}` : "an automated assistant"}, not a person.`,
    noted: "Thank you. We took note of what you said.",
    goodbye: "Goodbye.",
  },
  es: {
    call: (business) => `Saludos. Esta es una llamada automatizada${business ? ` de ${business}` : ""}.`,
    agent: (business) =>
      `Saludos. Soy ${business ? `el asistente automatizado de ${business}` : "un asistente automatizado"}, no una persona.`,
    recorded: "Esta llamada puede ser grabada.",
    optOut: "Si no desea recibir más llamadas nuestras, oprima el 9 o diga alto.",
    optOutByText:
      "Si no desea recibir más llamadas nuestras, envíe la palabra alto por mensaje a este número.",
    optedOut: "Entendido. No volveremos a comunicarnos con usted. Que tenga buen día.",
    unclear: "Si no desea recibir más llamadas nuestras, oprima el 9.",
    toPerson: "Gracias. Le avisaremos a nuestro equipo que usted desea hablar con una persona. Hasta luego.",
    isMachine: (business) =>
      `Sí. Soy ${business ? `el asistente automatizado de ${business}` : "un asistente automatizado"}, no una persona.`,
    noted: "Gracias. Tomamos nota de lo que nos dijo.",
    goodbye: "Hasta luego.",
  },
};

/** Lower case without accents. */
const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const saysMachine = {
  call: /automat|asistente virtual/,
  voice_agent: /automat\w* assistant|asistente automat/,
};
const saysRecorded = /\brecord(ed|ing)\b|\bgraba(da|do|r|cion|ndo)\b/;
const saysOptOut = /\b(press|oprima|presione|marque|pulse)\b[^.]{0,20}\b(9|nine|nueve)\b/;
/** A disclosure later in the script does not count. */
const openingLength = 250;

/** What the law requires at the start of a call, unless the script opens with it. */
export const callDisclosure = ({ text, business, language, channel }: OutgoingMessage): string => {
  const start = fold(text.slice(0, openingLength));
  const phrases = callPhrases[language];
  const isAgent = channel === "voice_agent";
  const isIntroduced =
    saysMachine[isAgent ? "voice_agent" : "call"].test(start) && start.includes(fold(business ?? ""));
  const greeting = isAgent ? phrases.agent(business) : phrases.call(business);
  return [isIntroduced ? "" : greeting, saysRecorded.test(start) ? "" : phrases.recorded]
    .filter(Boolean)
    .join(" ");
};

export const offersOptOut = (text: string): boolean => saysOptOut.test(fold(text));

const machineQuestion =
  /\b(robot|bot|machine|maquina|grabacion|recording|artificial|ia|ai|real person|human|humano|persona real)\b/;
export const asksIfMachine = (speech: string): boolean => machineQuestion.test(fold(speech));

/** A voice agent listens after each paragraph; a plain call says the whole text at once. */
export const scriptSteps = ({ text, channel }: OutgoingMessage): string[] =>
  channel === "voice_agent"
    ? text
        .split(/\n[^\S\n]*\n/)
        .map((step) => step.trim())
        .filter(Boolean)
    : [text.trim()];
